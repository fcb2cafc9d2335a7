"""The clock of a real game: deadlines pass in the draft, and between a draw and what is kept of it."""

from __future__ import annotations

from random import Random

from engine.bots import choose
from engine.bots.selfplay import generator, opening
from engine.clock import facts as said
from engine.clock.fold import happen
from engine.clock.reading import time_up
from engine.clock.state import Clock, new_clock
from engine.clock.terms import DAY, HOUR, Terms
from engine.rules import Draw, Game, legal_actions, play, view
from engine.rules.game import CHOOSE
from tests.engine.clock.driving import START

TERMS = Terms(DAY, bank=DAY, grace=HOUR)


def turn_begins(clock: Clock, game: Game, at: int) -> Clock:
    return happen(clock, said.TurnBegan(at, game.turn, choice=game.phase == CHOOSE))


def house_bot_moves(clock: Clock, game: Game) -> tuple[Clock, Game]:
    """The time is up, and a bot ends the whole turn in the second of the deadline."""
    due = time_up(clock)
    assert due is not None
    clock = happen(clock, said.TimeRanOut(due.at, due.seat))
    game = play(game, choose("greedy", view(game, game.turn), Random(1))).game
    clock = happen(clock, said.MoveMade(due.at, due.seat, own=False))
    return turn_begins(clock, game, due.at), game


def test_a_clock_runs_out_in_the_draft() -> None:
    game = opening(3, generator(1, 1, "deal"))
    clock = turn_begins(new_clock(TERMS, ["UTC"] * 3, START), game, START)
    seat = game.turn
    for missed in (1, 2, 3):
        while game.turn != seat:
            game = play(game, next(iter(legal_actions(game)))).game
            assert clock.turn is not None
            clock = happen(clock, said.MoveMade(clock.at + HOUR, clock.turn.seat))
            clock = turn_begins(clock, game, clock.at)
        before = clock.at
        clock, game = house_bot_moves(clock, game)
        assert clock.at - before == DAY + HOUR + (DAY if missed == 1 else 0), "the bank is used once"
        assert clock.seats[seat].missed == missed
        assert len(game.pits[seat].orders) == missed


def at_draw(players: int = 2) -> tuple[Game, Draw]:
    """A position in which somebody can draw five."""
    game = opening(players, generator(2, 1, "deal"))
    while True:
        for action in legal_actions(game):
            if isinstance(action, Draw):
                return game, action
        game = play(game, choose("greedy", view(game, game.turn), Random(1))).game


def test_a_clock_runs_out_between_a_draw_and_its_keep() -> None:
    game, draw = at_draw()
    seat = game.turn
    clock = turn_begins(new_clock(TERMS, ["UTC"] * 2, START), game, START)
    game = play(game, draw).game
    drawn_at = START + 20 * HOUR
    clock = turn_begins(happen(clock, said.MoveMade(drawn_at, seat)), game, drawn_at)
    assert (game.phase, game.turn) == (CHOOSE, seat)
    due = time_up(clock)
    assert due == (drawn_at + TERMS.allowance, "up", seat), "the choice has a turn's time of its own"
    clock, game = house_bot_moves(clock, game)
    assert game.phase != CHOOSE
    assert game.turn != seat
    assert clock.at == due.at


def test_what_a_bot_began_a_bot_ends_in_the_same_second() -> None:
    game, draw = at_draw()
    seat = game.turn
    clock = turn_begins(new_clock(TERMS, ["UTC"] * 2, START), game, START)
    due = time_up(clock)
    assert due is not None
    clock = happen(clock, said.TimeRanOut(due.at, seat))
    game = play(game, draw).game  # as a house bot might
    clock = turn_begins(happen(clock, said.MoveMade(due.at, seat, own=False)), game, due.at)
    assert time_up(clock) == due
    clock, game = house_bot_moves(clock, game)
    assert game.turn != seat
    assert clock.seats[seat].missed == 1, "one turn was missed, though it had two moves"

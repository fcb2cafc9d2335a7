"""The foreman looks ahead by the clock, and beats greedy."""

from __future__ import annotations

from random import Random

from engine.bots import choose
from engine.bots.judge import Judge
from engine.bots.selfplay import play_one
from engine.rules import CARDS, Deliver, Draft, Draw, Game, Mine, Order, check, new_game, play, view, winners
from engine.rules.components import TILE_COPIES, TILES


def table() -> Game:
    """A two-player game in its first shift; the player to move has no orders."""
    game = new_game(2, [t for t in TILES.values() for _ in range(TILE_COPIES)], list(CARDS.values()), 0)
    while not game.shift:
        game = play(game, Draft(game.draft[0])).game
    game.pits[game.turn] = game.pits[game.turn].copy()
    game.pits[game.turn].orders = {}
    return game


def test_it_beats_greedy() -> None:
    won = 0
    for number in range(1, 21):
        seats = ["foreman", "greedy"] if number % 2 else ["greedy", "foreman"]
        won += winners(play_one(23, (number + 1) // 2, seats).game) == (seats.index("foreman"),)
    assert won >= 15


def test_with_its_last_worker_it_delivers() -> None:
    game = table()
    card = CARDS["C-kk"]
    game.pits[game.turn].orders = {card: Order(0, card.spots)}
    game.pits[game.turn].loaded = [0, 0, 0, 0]
    game.shift, game.workers = 3, [1, 1]
    assert choose("foreman", view(game, game.turn), Random(1)) == Deliver(card.vehicle)


def test_it_takes_no_order_that_can_not_be_delivered() -> None:
    game = table()
    game.shift, game.workers = 3, [2, 2]
    action = choose("foreman", view(game, game.turn), Random(1))
    assert not str(action).startswith("order")


def test_everything_it_rates_is_legal() -> None:
    rated = 0
    for players in (2, 3, 4):
        finished = play_one(13, 1, ["greedy"] * players, face_down=players == 3)
        game, judge = finished.opening, Judge(players)
        for action in finished.actions:
            found = judge.rate(view(game, game.turn))
            for each in found:
                check(game, each.action, game.turn)
            rated += len(found)
            game = play(game, action).game
    assert rated > 1000


def test_a_draw_is_rated_by_what_lies_open() -> None:
    game = table()
    rated = {each.action: each.lead for each in Judge(2).rate(view(game, game.turn))}
    assert Draw("order") in rated
    assert Draw("factory") in rated
    assert any(isinstance(action, Mine) for action in rated)


def test_a_judge_that_remembers_rates_as_a_new_one_does() -> None:
    finished = play_one(3, 1, ["greedy", "greedy"])
    game, judge = finished.opening, Judge(2)
    for action in finished.actions:
        seen = view(game, game.turn)
        assert judge.rate(seen) == Judge(2).rate(seen)
        game = play(game, action).game

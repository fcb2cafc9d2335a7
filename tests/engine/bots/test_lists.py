"""Lists that bots write: good orders, from what their seat sees, and how far they reach."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import pytest

from engine.ahead import Orders, Play, begin, check, decide, read
from engine.bots import choose
from engine.bots.determinise import determinise
from engine.bots.lists import LINES, RATES, next_turn, propose
from engine.bots.selfplay import generator, opening
from engine.errors import Refused
from engine.rules import Bank, Mine, play, view
from engine.rules.game import TURN
from tests.engine.rules.table import drafted, end_shift, last_ply, random_game


class Reach(NamedTuple):
    """Of so many turns, for how many the list had a move, and for how many the one that was played live."""

    turns: int
    played: int
    alike: int


def reach(players: int, seed: int, name: str, lines: int = LINES) -> Reach:
    """A game in which each seat writes a list right after its own turn, and then plays live after all."""
    game = opening(players, generator(seed, 1, "deal"))
    rngs = [generator(seed, 1, f"seat {seat}") for seat in range(players)]
    lists: dict[int, Orders | None] = {}
    turns = played = alike = 0
    while not game.over:
        seat = game.turn
        live = choose(name, view(game, seat), rngs[seat])
        orders = lists.pop(seat, None)
        if game.phase == TURN and orders:
            decision = decide(orders, view(game, seat), begin(view(game, seat), seat))
            turns += 1
            played += isinstance(decision, Play)
            alike += isinstance(decision, Play) and decision.action == live
        game = play(game, live, seat).game
        if game.turn != seat and not game.over:
            lists[seat] = propose(view(game, seat), seat, name, lines)
    return Reach(turns, played, alike)


@pytest.mark.parametrize("name", RATES)
def test_lists_reach_far(name: str) -> None:
    found = reach(3, 7, name)
    assert found.played > 0.97 * found.turns
    assert found.alike > 0.65 * found.turns
    assert found.turns > 60


def test_one_line_reaches_less_far() -> None:
    one, four = reach(3, 7, "greedy", 1), reach(3, 7, "greedy")
    assert one.turns == four.turns
    assert one.played < four.played


@pytest.mark.parametrize("name", RATES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_lists_can_be_sent_as_they_are(name: str, players: int) -> None:
    for plies in range(0, 120, 9):
        game = random_game(players, 5, plies)
        for seat in range(players):
            seen = view(game, seat)
            orders = propose(seen, seat, name)
            if orders is None:
                continue
            check(orders, seen, seat)
            assert read(orders.write()) == orders
            assert all(len(turn) <= LINES for turn in orders.turns)


@pytest.mark.parametrize("name", RATES)
def test_lists_know_nothing_hidden(name: str) -> None:
    for plies in (0, 15, 40, 70):
        game = random_game(3, 8, plies, face_down=True)
        for seat in range(3):
            seen = view(game, seat)
            dealt = view(determinise(seen, Random(plies)), seat) if seen.turn == seat else seen
            assert propose(dealt, seat, name) == propose(seen, seat, name)


def test_the_draft_is_a_list_of_all_on_offer() -> None:
    game = random_game(4, 3, 5)
    orders = propose(view(game, 2), 2)
    assert orders is not None
    assert sorted(kind.write() for kind in orders.draft) == sorted(card.name for card in game.draft)


def test_after_ones_last_worker_the_list_is_for_the_next_shift() -> None:
    game = last_ply(drafted(2))
    seat = 1 - game.turn
    now = next_turn(view(game, seat), seat)
    assert now is not None
    assert (now.shift, now.workers[seat], sum(now.count)) == (2, 18, 0)


def test_in_the_end_there_is_no_list() -> None:
    game = last_ply(end_shift(end_shift(drafted(2))))
    seat = 1 - game.turn
    assert propose(view(game, seat), seat) is None
    assert propose(view(play(game, Bank()).game, seat), seat) is None


def test_no_space_is_named_twice() -> None:
    for plies in range(10, 100, 10):
        game = random_game(4, 11, plies)
        orders = propose(view(game, 0), 0, "greedy")
        for turn in orders.turns if orders else ():
            dug = [
                line.want.action.number
                for line in turn
                if isinstance(getattr(line.want, "action", None), Mine)
            ]
            assert len(dug) == len(set(dug))


def test_other_bots_write_none() -> None:
    with pytest.raises(Refused) as caught:
        propose(view(drafted(2), 0), 0, "random")
    assert caught.value.code == "bots/no-lists"

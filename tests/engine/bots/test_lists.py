"""Lists that bots write: good orders, from what their seat sees, and how far they reach."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import pytest

from engine.ahead import Orders, Play, begin, check, decide, read
from engine.ahead.wants import DrawFive, Take
from engine.bots import choose
from engine.bots.determinise import determinise
from engine.bots.lists import LINES, RATES, _after, next_turn, propose
from engine.bots.selfplay import generator, opening
from engine.errors import Refused
from engine.rules import Bank, Mine, play, view
from engine.rules.game import TURN
from tests.engine.rules.table import (
    drafted,
    end_shift,
    last_ply,
    random_game,
    set_up,
    standing,
    with_workers,
)


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
            lists[seat] = propose(view(game, seat), seat, name, lines, turns=2)
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


@pytest.mark.parametrize("name", RATES)
def test_a_second_list_counts_on_line_1(name: str) -> None:
    """What line 1 would use up is not there any more for the turn after."""
    seconds = 0
    for plies in range(12, 90, 6):
        game = random_game(4, 6, plies)
        seen = view(game, 1)
        orders, one = propose(seen, 1, name, turns=2), propose(seen, 1, name)
        assert orders is not None
        assert one is not None
        check(orders, seen, 1)
        assert orders.turns[:1] == one.turns
        first = orders.turns[0][0].want
        for line in orders.turns[1] if len(orders.turns) > 1 else ():
            seconds += 1
            assert not (isinstance(first, Take) and first.kind.area == "order" and line.want == first)
        if isinstance(first, DrawFive):
            assert len(orders.turns) == 1
    assert seconds > 10


def test_the_second_list_comes_after_the_copy_that_would_be_bought() -> None:
    """The first copy of the tile takes more workers than are left."""
    game = standing(set_up(drafted(4, tiles="y1L y1L"), 1, money=9), "factory 1", 2, 3)
    now = next_turn(view(with_workers(game, 5, 2, 5, 5), 1), 1)
    assert now is not None
    after = _after(read("next: factory y1L").turns[0], now)
    assert after is not None
    assert after.workers[1] == 1
    assert (after.count[0], after.count[1]) == (3, 1)


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

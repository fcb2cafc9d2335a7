"""Foresight: what an order in hand, a purse and a lead are worth by the scoring clock."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.bots.foresight import Foresight, Prospects, clock, hope, look, prospects
from engine.bots.selfplay import play_one
from engine.rules import CARDS, HIDDEN_CARD, Game, Order, Pit, play
from engine.rules.coal import from_letters

WHOLE = 54


def games(players: int = 2) -> list[Game]:
    """All positions of a game between greedy bots."""
    finished = play_one(4, 1, ["greedy"] * players)
    found = [finished.opening]
    for action in finished.actions:
        found.append(play(found[-1], action).game)
    return found


def pit(*orders: str, **facts: Any) -> Pit:
    """A fresh pit with these orders."""
    new = games()[0].pits[0]
    outstanding = {CARDS[name]: Order(CARDS[name].spots, 0) for name in orders}
    return replace(new, orders=outstanding, **facts)


def expect(given: Pit, hours: list[int]) -> Prospects:
    return prospects(given, hours, WHOLE)


@given(st.integers(0, 60), st.floats(0, 90))
def test_hope_lies_between_nothing_and_all_and_grows_with_workers(workers: int, work: float) -> None:
    assert 0 < hope(workers, work) < hope(workers + 1, work) < 1
    assert hope(workers, work) > hope(workers, work + 1)


def test_the_clock_counts_the_workers_until_each_scoring() -> None:
    first = next(game for game in games() if game.shift == 1)
    assert clock(first, 0) == [18, 36, 54]
    last = [game for game in games() if game.shift == 3 and not game.over][-1]
    assert clock(last, 0) == [last.workers[0]]


def test_an_order_in_hand_counts_the_more_the_longer_there_is_time() -> None:
    counts = expect(pit("C-kk"), [4, 22, 40]).counts
    carriage, black = 5, 3
    for element in (carriage, black):
        soon, later, last = (row[element] for row in counts)
        assert 0 < soon < later < last < 2


def test_an_order_is_worth_more_the_nearer_it_is_to_delivery() -> None:
    bare = {"loaded": [0, 0, 0, 0], "money": 0}
    to_earn = pit("C-kk", **bare)
    to_buy = pit("C-kk", **{**bare, "money": 8})
    on_lorries = pit("C-kk", **{**bare, "loaded": [0, 0, 0, from_letters("kk")]})
    up = pit("C-kk", **bare, storage=from_letters("kk"))
    complete = replace(pit(**bare), orders={CARDS["C-kk"]: Order(0, from_letters("kk"))})
    worths = [expect(each, [12]).orders for each in (to_earn, to_buy, on_lorries, up, complete)]
    assert worths == sorted(set(worths))


def test_an_order_for_which_there_is_no_time_is_worth_next_to_nothing() -> None:
    assert expect(pit("C-kkk"), [1]).orders < expect(pit("C-kkk"), [40]).orders / 10
    assert expect(pit("B-y", "B-yy", "C-kkk", "M-kkk"), [1]).orders < expect(pit("B-y"), [1]).orders


def test_two_orders_by_one_vehicle_are_less_work_than_by_two() -> None:
    together = expect(pit("C-y", "C-b"), [6]).orders
    apart = expect(pit("C-y", "B-b"), [6]).orders
    assert together > apart


def test_loaded_lorries_will_be_empty_if_there_is_time() -> None:
    in_time, late = expect(pit(), [30]).counts[-1], expect(pit(), [1]).counts[-1]
    for level in range(8, 12):
        assert 0 < late[level] < in_time[level] < 1


def test_money_coal_workers_and_balance_are_worth_something() -> None:
    fresh = expect(pit(), [18, 36, 54]).means
    assert expect(pit(money=99), [18, 36, 54]).means > fresh
    assert expect(pit(storage=from_letters("kk")), [18, 36, 54]).means > fresh
    assert expect(pit(), [19, 36, 54]).means > fresh


def test_face_down_cards_count_by_their_mean() -> None:
    hidden = expect(pit(delivered=(HIDDEN_CARD,) * len(CARDS)), [18]).counts[0]
    known = expect(pit(delivered=tuple(CARDS.values())), [18]).counts[0]
    assert hidden == pytest.approx(known)


def test_what_is_not_alike_looks_different() -> None:
    seen: dict[object, Pit] = {}
    for game in games():
        for each in game.pits:
            other = seen.setdefault(look(each), each)
            assert other == each
    assert len(seen) > 50


def test_what_is_remembered_is_what_would_be_found() -> None:
    foresight = Foresight(2)
    for game in games():
        if not game.over:
            assert foresight.lead(game, 0) == Foresight(2).lead(game, 0)


def test_in_an_even_position_nobody_leads() -> None:
    game = games()[0]
    assert Foresight(2).lead(game, 0).total == Foresight(2).lead(game, 1).total == 0


@pytest.mark.parametrize("players", [2, 3, 4])
def test_at_the_end_the_lead_is_that_of_the_score(players: int) -> None:
    end = games(players)[-1]
    for seat, vp in enumerate(end.vp):
        others = [other for rival, other in enumerate(end.vp) if rival != seat]
        assert Foresight(players).lead(end, seat).total == pytest.approx(vp - sum(others) / len(others))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_lead_foretells_the_end(players: int) -> None:
    """Whoever leads in the last shift wins far more often than chance would have it."""
    right = wrong = 0
    for number in range(1, 7):
        finished = play_one(6, number, ["greedy"] * players)
        game = finished.opening
        for action in finished.actions:
            if game.shift == 3:
                leads = [Foresight(players).lead(game, seat).total for seat in range(players)]
                foretold = leads.index(max(leads))
                right += finished.game.vp[foretold] == max(finished.game.vp)
                wrong += finished.game.vp[foretold] < max(finished.game.vp)
            game = play(game, action).game
    assert right / (right + wrong) > 1.4 / players

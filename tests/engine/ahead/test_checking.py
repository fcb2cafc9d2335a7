"""What is refused when orders are sent: parts that can never be played. The orders are seat 1's."""

from __future__ import annotations

import pytest

from engine.ahead import check, pin, read
from engine.ahead.limits import LONGEST
from engine.errors import Refused
from engine.rules import Game, view
from engine.tongue import LANGUAGES, tongue
from tests.engine.ahead.test_deciding import ORDERS, table
from tests.engine.rules.table import drafted, few_cards, go, opened, set_up


def refusal(game: Game, text: str) -> Refused:
    with pytest.raises(Refused) as caught:
        check(read(text), view(game, 1), 1)
    for language in LANGUAGES:
        assert tongue(language).refusal(caught.value)
    return caught.value


NEVER = [
    ("money 3", "that space is locked with 2 players"),
    ("mine 4: plan", "that space is locked with 2 players"),
    ("order B-y", "nothing of the kind can come any more"),
    ("factory k2", "it costs 8 Marks, you have 7"),
    ("deliver barrow", "no order by barrow is complete"),
    ("mine 6: load g", "`load g`: the cage is at the surface: send it to a level first"),
    ("mine 6: plan C-kk", "the planner finds no way to do it"),
    ("bank if money >= 8", "`money >= 8` does not hold, and can't by then"),
    ("bank if not orders = 3", "`not orders = 3` does not hold, and can't by then"),
    ("bank if cubes k >= 2", "`cubes k >= 2` does not hold, and can't by then"),
]


@pytest.mark.parametrize(("line", "why"), NEVER)
def test_lines_that_can_never_be_played(line: str, why: str) -> None:
    refused = refusal(table(money=7), f"next: money 4; else {line}")
    assert refused.code == "ahead/never"
    assert str(refused) == f"turn 1, line 2, `{line}`, can never be played: {why}"


LATER = """
order C-kk; order M-k; factory g2; factory any if money = 7; money 4 if workers <= 2; mine 6: nothing;
bank if shift = 3; bank if ousted
"""


@pytest.mark.parametrize("line", [line.strip() for line in LATER.split(";")])
def test_lines_that_others_may_make_possible(line: str) -> None:
    check(read(f"next: {line}"), view(table(money=7), 1), 1)


@pytest.mark.parametrize("line", ["factory k2", "deliver barrow", "mine 6: plan C-kk", "bank if money >= 30"])
def test_a_later_turn_may_find_other_means(line: str) -> None:
    check(read(f"next: bank\nthen: {line}"), view(table(money=7), 1), 1)


def test_what_is_locked_stays_locked_in_later_turns_too() -> None:
    refused = refusal(table(), "next: bank\nthen: money 3")
    assert str(refused).startswith("turn 2, line 1, `money 3`")


def test_nothing_comes_after_the_bank() -> None:
    assert refusal(table(), "next: bank; else money 4").code == "ahead/never"
    check(read("next: bank if workers <= 3; else money 4"), view(table(), 1), 1)


def test_a_stack_that_is_empty_brings_nothing() -> None:
    game = few_cards(table(), "E-bb")
    check(read("next: order E-bb"), view(game, 1), 1)
    empty = few_cards(table())
    assert refusal(empty, "next: order E-bb").code == "ahead/never"


def test_before_a_choice_of_ones_own_nothing_is_settled() -> None:
    game = go(table(money=7), "bank", "order draw")
    check(read("next: factory k2; else deliver barrow"), view(game, 1), 1)


def test_a_stop_that_holds_already() -> None:
    assert refusal(table(money=7), "next: bank; stop if money <= 9").code == "ahead/stops-at-once"
    check(read("next: bank; stop if money >= 9"), view(table(money=7), 1), 1)
    check(read("next: bank; stop if shift = 1"), view(table(money=7), 1), 1)


def test_the_draft() -> None:
    game = opened(2, orders=ORDERS)
    check(read("draft: M-ybgk, any"), view(game, 1), 1)
    assert refusal(game, "draft: M-ybgk, E-kk").code == "ahead/not-in-draft"
    assert refusal(drafted(2), "draft: any").code == "ahead/no-draft"


def test_a_game_that_is_over() -> None:
    game = set_up(table(), 1, money=7)
    while not game.over:
        game = go(game, "bank")
    assert refusal(game, "next: bank").code == "ahead/over"


def test_what_gets_too_long_by_its_caps() -> None:
    steps = ", ".join(["to g", "to b"] * 5)
    turn = "; else ".join([f"mine 6: {steps}"] * 8)
    long = f"next: {turn}\nthen: {turn}\nthen: {turn}"
    seen = view(table(), 1)
    assert len(long) <= LONGEST < len(pin(read(long), seen).write())
    with pytest.raises(Refused) as caught:
        check(pin(read(long), seen), seen, 1)
    assert caught.value.code == "ahead/too-long"

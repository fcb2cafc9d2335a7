"""What orders do when the turn comes, one rule after another. Seat 0 starts; the orders are seat 1's."""

from __future__ import annotations

import pytest

from engine.ahead import OrderStopped, begin, decide, explain, pin, read
from engine.ahead.deciding import DRAFTING
from engine.rules import Game, view
from tests.engine.ahead.waiting import Waiting, move, send, silence
from tests.engine.rules.table import (
    drafted,
    few_cards,
    go,
    opened,
    set_stacks,
    set_up,
    standing,
    with_workers,
)

TILES = "g2L k2D y1L y1D b1L b1D"
ORDERS = "B-y B-b B-g B-yy C-y C-b M-ybgk C-kk E-kk B-kk E-bb M-k M-kk"


def table(money: int = 10) -> Game:
    """Seat 0 is to move; orders 2 to 4 show C-kk, E-kk and the leftover M-ybgk, as two play."""
    return set_up(drafted(2, tiles=TILES, orders=ORDERS), 1, money=money)


def test_the_table_is_as_the_tests_think() -> None:
    game = table()
    assert [card and card.name for card in game.cards] == [None, "C-kk", "E-kk", "M-ybgk"]
    assert [tile and tile.name for tile in game.tiles] == [
        "g2L",
        "k2D",
        "y1L",
        None,
        "y1D",
        "b1L",
        "b1D",
        None,
    ]
    assert game.turn == 0


def sent(text: str, money: int = 10) -> Waiting:
    return send(table(money), 1, text)


# Lists


def test_the_first_line_that_fits_is_played() -> None:
    assert move(sent("next: order C-kk; else order E-kk; else bank").after("bank")) == "order 2"
    assert move(sent("next: order C-kk; else order E-kk; else bank").after("order C-kk")) == "order 3"


def test_a_piece_that_turns_up_meanwhile_is_found() -> None:
    new = table().card_stack[0].name
    waiting = sent(f"next: order {new} if costs <= 2; else bank")
    assert move(waiting.after("bank")) == "bank"
    assert move(waiting.after("order 3")) == "order 3"


def test_of_a_kind_the_cheapest_then_the_first_is_taken() -> None:
    dear = standing(table(), "orders 2", 0, 1)
    assert move(send(dear, 1, "next: order kk").after("bank")) == "order 3"
    assert move(sent("next: order kk").after("bank")) == "order 2"


def test_a_space_that_became_dearer_does_not_do() -> None:
    assert silence(sent("next: money 4").after("money 4")) == "no-line"
    assert move(sent("next: money 4; else bank").after("money 4")) == "bank"


def test_a_cap_allows_more() -> None:
    assert move(sent("next: money 4 if costs <= 2").after("money 4")) == "money 4"


def test_what_was_dear_when_it_was_sent_may_stay_so() -> None:
    dear = standing(table(), "money 4", 0, 2)
    waiting = send(dear, 1, "next: money 4")
    assert waiting.orders.write() == "next: money 4 if costs <= 3"
    assert move(waiting.after("bank")) == "money 4"


def test_when_nothing_fits_nothing_is_played() -> None:
    decision = sent("next: order C-kk; else money 4 if workers >= 99").after("order C-kk").decide()
    assert isinstance(decision, OrderStopped)
    assert [str(verdict.why) for verdict in decision.passed] == [
        "nothing of the kind is on offer",
        "`workers >= 99` does not hold",
    ]


def test_one_order_one_turn() -> None:
    waiting = sent("next: bank").after("bank").go()
    assert silence(waiting) == "not-your-turn"
    assert silence(waiting.after("bank")) == "used-up"


def test_the_second_list_comes_after_line_1_only() -> None:
    two = "next: order C-kk; else bank\nthen: money 4"
    assert move(sent(two).after("bank").go().after("bank")) == "money 4"
    assert silence(sent(two).after("order C-kk").go().after("bank")) == "not-line-1"


def test_a_failed_turn_never_falls_through_to_the_next() -> None:
    waiting = sent("next: order C-kk\nthen: bank").after("order C-kk")
    assert silence(waiting) == "no-line"
    assert silence(waiting.after("money 4", "bank")) == "by-hand"


def test_a_move_by_hand_ends_the_order() -> None:
    assert silence(sent("next: bank").after("bank", "bank", "bank")) == "by-hand"


# Mining


def test_given_steps_are_played() -> None:
    text = "next: mine 6: to g, load g, to top"
    assert move(sent(text).after("bank")) == "mine 6: to g, load g, to top"


def test_a_plan_is_found_when_the_turn_comes() -> None:
    game = set_up(table(), 1, orders="B-g")
    played = move(send(game, 1, "next: mine 6: plan B-g").after("bank"))
    assert played == "mine 6: to g, load g, to top, fill B-g g"
    assert move(send(game, 1, "next: mine 6: plan").after("bank")) == played


def test_a_plan_that_does_not_complete_the_order_is_none() -> None:
    game = set_up(table(), 1, orders="B-gg,B-g")
    waiting = send(game, 1, "next: mine 6: plan B-gg; else bank").after("bank")
    assert move(waiting) == "bank"


# Draw-five


def test_draw_and_keep_are_one_line_and_two_decisions() -> None:
    waiting = sent("next: order draw, keep kk or none\nthen: bank").after("bank")
    assert move(waiting) == "order draw"
    waiting = waiting.go()
    assert waiting.memory.played == (0,)
    kept = move(waiting)
    names = [card.name for card in waiting.seen.drawn]
    kk = [name for name in names if name.endswith("-kk")]
    assert kept.startswith(f"keep {kk[0] if kk else 'none'}, bottom")
    waiting = waiting.go()
    assert waiting.memory.played == (0,)
    assert move(waiting.after("bank")) == "bank"


def test_of_several_of_a_kind_the_best_is_kept() -> None:
    waiting = sent("next: order draw, keep any, top").after("bank").go()
    drawn = waiting.seen.drawn
    best = max(drawn, key=lambda card: (card.vp, -drawn.index(card)))  # type: ignore
    rest = " ".join(card.name for card in drawn if card is not best)
    assert move(waiting) == f"keep {best.name}, top {rest}"


def test_what_is_not_there_is_not_kept() -> None:
    waiting = sent("next: order draw, keep 12vp").after("bank").go()
    assert not any(card.vp >= 12 for card in waiting.seen.drawn)  # type: ignore
    assert silence(waiting) == "no-keep-fits"
    assert silence(sent("next: order draw").after("bank").go()) == "no-keep"
    by_hand = sent("next: order draw, keep any").after("bank", "order draw")
    assert silence(by_hand) == "drawn-by-hand"


def test_a_tile_that_is_too_dear_is_not_kept() -> None:
    waiting = send(table(money=0), 1, "next: factory draw, keep any or none").after("bank").go()
    assert move(waiting).startswith("keep none, bottom")


def test_the_keep_by_hand_lets_the_order_go_on() -> None:
    drawn = sent("next: order draw\nthen: bank").after("bank").go()
    back = " ".join(card.name for card in drawn.seen.drawn)
    assert move(drawn.after(f"keep none, bottom {back}", "bank")) == "bank"


def test_coal_that_is_short() -> None:
    game = set_up(table(), 0, storage="y" * 14)
    at = [tile and tile.name for tile in game.tiles].index("y1L") + 1
    decision = send(game, 1, "next: factory y1L").after("bank").decide()
    assert isinstance(decision, OrderStopped)
    assert "coal is short" in decision.passed[0].why
    assert move(send(game, 1, "next: factory y1L, coal k").after("bank")) == f"factory {at}, coal k"
    assert move(send(game, 1, "next: factory y1L, coal k empty").after("bank")) == f"factory {at}, coal k"
    plenty = table()
    assert move(send(plenty, 1, "next: factory y1L, coal k").after("bank")) == f"factory {at}"


def test_coal_that_is_short_for_what_was_drawn() -> None:
    game = set_stacks(set_up(table(), 0, storage="y" * 14), tiles=["y1L"])
    drawn = send(game, 1, "next: factory draw, keep y1L or none").after("bank").go()
    assert move(drawn).startswith("keep none, bottom")
    drawn = send(game, 1, "next: factory draw, keep y1L, coal empty").after("bank").go()
    assert move(drawn).startswith("keep y1L, coal empty, bottom")


# Draft


def test_the_draft_takes_what_is_left_of_the_list() -> None:
    game = opened(2, start=0, orders=ORDERS)  # seat 1 begins, counter-clockwise
    waiting = send(game, 1, "draft: M-ybgk, C-y, any")
    assert move(waiting) == "draft M-ybgk"
    waiting = waiting.go().after("draft C-y")
    assert move(waiting) == "draft B-g"
    assert move(waiting.go().after("draft B-y")) == "draft B-b"


def test_a_draft_list_that_is_used_up() -> None:
    waiting = send(opened(2, start=0, orders=ORDERS), 1, "draft: C-y")
    assert silence(waiting.go().after("draft B-y")) == "no-draft-left"
    assert silence(send(opened(2, start=0, orders=ORDERS), 1, "next: bank")) == "no-draft"


def test_turns_wait_until_the_draft_is_over() -> None:
    waiting = send(opened(2, start=1, orders=ORDERS), 1, "draft: any\nnext: money 4")
    while waiting.game.draft:
        mine = waiting.game.turn == 1
        waiting = waiting.go() if mine else waiting.after(f"draft {waiting.game.draft[0].name}")
    assert waiting.memory.played == ()
    assert move(waiting) == "money 4"


# Conditions

TRUE = """
money = 10; money >= 10; money <= 10; workers >= 18; orders = 3; cubes = 4; cubes k = 1; vp = 0; shift = 1;
money 4 costs = 1; mine 6 costs <= 1; order draw costs <= 1; C-kk costs <= 1; deliver engine costs <= 1;
C-kk on offer; order kk on offer; factory any on offer; seat 1 played bank; someone played bank;
not seat 2 played bank; not complete any; not ousted; not gone; not shift end; not someone takes C-kk;
not C-kk costs >= 2; not B-y costs <= 9; not new order any
"""
FALSE = """
money >= 11; money 4 costs >= 2; B-y costs <= 9; B-y on offer; seat 1 played money; ousted; not money = 10;
cubes y >= 2; shift = 2; have C-kk
"""


@pytest.mark.parametrize("condition", [part.strip() for part in TRUE.split(";")])
def test_conditions_that_hold(condition: str) -> None:
    assert move(sent(f"next: money 4 if {condition}; else bank").after("bank")) == "money 4"


@pytest.mark.parametrize("condition", [part.strip() for part in FALSE.split(";")])
def test_conditions_that_do_not_hold(condition: str) -> None:
    assert move(sent(f"next: money 4 if {condition}; else bank").after("bank")) == "bank"


def test_own_orders() -> None:
    game = set_up(table(), 1, orders="B-g:g:,B-y::y")
    for condition, holds in {
        "have B-g": True,
        "have order g": True,
        "have C-g": False,
        "complete B-y": True,
        "complete B-g": False,
    }.items():
        waiting = send(game, 1, f"next: money 4 if {condition}; else bank").after("bank")
        assert (move(waiting) == "money 4") is holds, condition


# Stops


def test_stop_if_ousted() -> None:
    game = standing(table(), "money 4", 1, 1)
    waiting = send(game, 1, "next: bank; stop if ousted")
    assert move(waiting.after("bank")) == "bank"
    assert silence(waiting.after("money 4")) == "stop"


def test_ousting_oneself_is_not_being_ousted() -> None:
    game = standing(table(), "money 4", 1, 1)
    waiting = send(game, 1, "next: money 4\nthen: bank; stop if ousted").after("bank").go()
    assert move(waiting.after("bank")) == "bank"


def test_stop_at_shift_end() -> None:
    waiting = send(with_workers(table(), 1, 0), 1, "next: bank; stop at shift end").after("bank")
    while waiting.game.turn != 1:
        waiting = waiting.after("bank")
    assert silence(waiting) == "stop"
    assert waiting.game.shift == 2


def test_stop_if_someone_takes_it() -> None:
    text = "next: bank; stop if someone takes C-kk"
    assert silence(sent(text).after("order C-kk")) == "stop"
    assert move(sent(text).after("order E-kk")) == "bank"
    assert silence(sent("next: bank; stop if seat 1 takes order kk").after("order E-kk")) == "stop"
    assert move(sent("next: bank; stop if seat 2 takes order kk").after("order E-kk")) == "bank"
    assert silence(sent("next: bank; stop if someone takes factory g2").after("factory g2L")) == "stop"


def test_taking_it_oneself_does_not_stop() -> None:
    waiting = sent("next: order C-kk\nthen: bank; stop if someone takes C-kk").after("bank").go()
    assert move(waiting.after("bank")) == "bank"


def test_stop_if_the_piece_of_line_1_is_gone() -> None:
    text = "next: order C-kk; else bank; stop if gone"
    assert silence(sent(text).after("order C-kk")) == "stop"
    assert move(sent(text).after("bank")) == "order 2"


def test_stop_if_something_better_turns_up() -> None:
    game = table()
    new = game.card_stack[0]
    waiting = send(game, 1, f"next: bank; stop if new order {new.vp}vp")
    assert silence(waiting.after("order C-kk")) == "stop"
    assert move(waiting.after("bank")) == "bank"
    assert move(send(game, 1, f"next: bank; stop if new order {new.vp + 1}vp").after("order C-kk")) == "bank"


def test_a_new_tile_stops_only_who_can_pay_it() -> None:
    game = table()
    new = game.tile_stack[0]
    text = f"next: bank; stop if new {new}"
    rich, poor = set_up(game, 1, money=new.price), set_up(game, 1, money=new.price - 1)
    assert silence(send(rich, 1, text).after("factory 1")) == "stop"
    assert move(send(poor, 1, text).after("factory 1")) == "bank"


def test_what_was_new_and_is_gone_does_not_stop() -> None:
    game = few_cards(drafted(3, orders=ORDERS), "B-bbb", "E-ggg")
    waiting = send(game, 2, "next: bank; stop if new order bbb").after("order 1", "bank")
    assert silence(waiting) == "stop"
    gone = send(game, 2, "next: bank; stop if new order bbb").after("order 1", "order 1")
    assert move(gone) == "bank"


def test_a_condition_can_stop() -> None:
    assert silence(sent("next: bank; stop if C-kk on offer").after("bank")) == "stop"
    assert move(sent("next: bank; stop if not C-kk on offer").after("bank")) == "bank"


# Explaining


def test_each_line_is_explained_in_the_present_position() -> None:
    game = standing(table(), "money 4", 0, 1)
    seen = view(game, 1)
    orders = read("next: order B-y; else money 4 if costs <= 1; else mine 6: plan\nthen: deliver engine")
    told = explain(orders, seen, begin(seen, 1))
    assert [(verdict.turn, verdict.line, verdict.action is not None) for verdict in told] == [
        (0, 0, False),
        (0, 1, False),
        (0, 2, True),
        (1, 0, False),
    ]
    assert [str(verdict.why) for verdict in told] == [
        "nothing of the kind is on offer",
        "it takes 2 workers, and the line allows 1",
        "it can be done for 1 worker",
        "`deliver engine`: no order by engine is complete",
    ]


def test_the_draft_is_explained_first() -> None:
    seen = view(opened(2, start=0, orders=ORDERS), 1)
    told = explain(read("draft: kk, any; next: bank"), seen, begin(seen, 1))
    assert [(verdict.turn, verdict.line, str(verdict.action)) for verdict in told] == [
        (DRAFTING, 0, "None"),
        (DRAFTING, 1, "draft M-ybgk"),
        (0, 0, "bank"),
    ]


def test_deciding_changes_nothing() -> None:
    game = go(table(), "bank")
    seen, untouched = view(game, 1), view(game, 1)
    orders = pin(read("next: mine 6: plan; else order C-kk"), seen)
    assert decide(orders, seen, begin(seen, 1)) == decide(orders, seen, begin(seen, 1))
    assert seen == untouched

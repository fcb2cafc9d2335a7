"""RULES 3.4 and 3.5: money and orders."""

from __future__ import annotations

import pytest

from engine.rules import CARDS
from engine.rules.events import TookMoney, TookOrder, TurnedUp
from tests.engine.rules.table import drafted, events, few_cards, go, legal, refused, set_up


@pytest.mark.parametrize("marks", [3, 4, 5, 6])
def test_3_4_take_three_to_six_marks(marks: int) -> None:
    game = drafted(4)
    assert events(game, f"money {marks}")[1:] == [TookMoney(0, marks)]
    assert go(game, f"money {marks}").pits[0].money == 8 + marks


@pytest.mark.parametrize("space", [1, 2, 3, 4])
def test_3_5_take_the_card_and_refill_the_space(space: int) -> None:
    game = drafted(4)
    card, following = game.cards[space - 1], game.card_stack[0]
    assert card is not None
    took, turned_up = events(game, f"order {space}")[1:]
    assert took == TookOrder(0, card)
    assert isinstance(turned_up, TurnedUp)
    assert (turned_up.space.name, turned_up.piece) == (str(space), following)
    after = go(game, f"order {space}")
    assert after.pits[0].orders[card] == (card.spots, 0)
    assert after.cards[space - 1] is following
    assert after.card_stack == game.card_stack[1:]


def test_3_5_with_the_stack_empty_the_space_stays_empty_and_cannot_be_used() -> None:
    game = go(few_cards(drafted(3)), "order 2")
    assert game.cards[1] is None
    refusal = refused(game, "order 2")
    assert refusal.code == "rule/empty-space"
    assert str(refusal).endswith("cards lie on 1, 3, 4")
    assert "order 2" not in legal(game)


def test_3_5_the_last_card_of_the_stack_is_turned_up() -> None:
    last = drafted(3).card_stack[-1]
    game = go(few_cards(drafted(3), last.name), "order 2")
    assert (game.cards[1], game.card_stack) == (last, ())


def test_3_5_there_is_no_limit_on_outstanding_orders() -> None:
    shown = {card for card in drafted(2).cards if card}
    most = [name for name in CARDS if CARDS[name] not in shown and name not in ("B-y", "E-y")]
    game = set_up(set_up(drafted(2), 1, orders="B-y,E-y"), 0, orders=",".join(most))
    assert len(go(game, "order 2").pits[0].orders) == len(most) + 1 == 40

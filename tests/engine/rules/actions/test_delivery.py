"""RULES 3.3: delivery."""

from __future__ import annotations

import pytest

from engine.rules import CARDS, HIDDEN_CARD, Deliver, Game, NotNotation, view
from engine.rules.coal import counts
from engine.rules.events import Delivered, ShiftScored
from tests.engine.rules.table import drafted, end_shift, events, go, last_ply, legal, refused, set_up

COMPLETE = "C-kk::kk,C-ybgk::ybgk,C-g,E-gg::gg"


def ready(orders: str = COMPLETE, *, face_down: bool = False) -> Game:
    return set_up(drafted(3, face_down=face_down), 0, orders=orders)


def test_3_3_every_complete_order_of_that_vehicle() -> None:
    game = ready()
    after = go(game, "deliver carriage").pits[0]
    assert after.delivered == (CARDS["C-kk"], CARDS["C-ybgk"])
    assert set(after.orders) == {CARDS["C-g"], CARDS["E-gg"]}


def test_3_3_at_least_one_is_required() -> None:
    game = ready()
    assert {text for text in legal(game) if text.startswith("deliver")} == {
        "deliver carriage",
        "deliver engine",
    }
    refusal = refused(game, "deliver barrow")
    assert refusal.code == "rule/nothing-to-deliver"
    assert str(refusal) == "`deliver barrow`: no order by barrow is complete"
    assert refused(ready("C-kk:k:k"), "deliver carriage").code == "rule/nothing-to-deliver"
    assert refused(ready(""), "deliver carriage").code == "rule/nothing-to-deliver"


def test_3_3_points_at_once() -> None:
    game = ready()
    assert events(game, "deliver carriage")[1:] == [Delivered(0, (CARDS["C-kk"], CARDS["C-ybgk"]), 19)]
    assert go(game, "deliver carriage").vp == [19, 0, 0]


def test_3_3_cubes_return_to_the_supply_in_their_own_colours() -> None:
    game = ready("C-kk::yyyk,E-y::y")
    before = counts(game.coal)
    after = counts(go(game, "deliver carriage").coal)
    assert [b - a for a, b in zip(before, after, strict=True)] == [3, 0, 0, 1]


def test_3_3_a_space_of_its_own_for_each_vehicle() -> None:
    game = go(ready(), "deliver carriage", "bank", "bank", "deliver engine")
    assert game.vp == [26, 0, 0]
    assert game.workers == [13, 14, 14]


def test_3_3_open_cards_by_default() -> None:
    game = go(ready(), "deliver carriage")
    for reader in (0, 1, 2, None):
        assert view(game, reader).pits[0].delivered == (CARDS["C-kk"], CARDS["C-ybgk"])


def test_3_3_ruling_face_down_to_others_their_number_is_open() -> None:
    game = go(ready(face_down=True), "deliver carriage")
    assert view(game, 0).pits[0].delivered == (CARDS["C-kk"], CARDS["C-ybgk"])
    for reader in (1, 2, None):
        assert view(game, reader).pits[0].delivered == (HIDDEN_CARD, HIDDEN_CARD)


def test_3_3_ruling_face_down_cards_are_shown_at_the_scoring_and_hidden_again() -> None:
    game = last_ply(go(ready(face_down=True), "deliver carriage"))
    scored = [event for event in events(game, "bank") if isinstance(event, ShiftScored)]
    assert [event.delivered for event in scored] == [((CARDS["C-kk"], CARDS["C-ybgk"]), (), ())]
    after = go(game, "bank")
    assert after.shift == 2
    assert view(after, 1).pits[0].delivered == (HIDDEN_CARD, HIDDEN_CARD)


def test_3_3_ruling_at_the_end_of_the_game_all_are_open() -> None:
    game = end_shift(end_shift(end_shift(go(ready(face_down=True), "deliver carriage"))))
    assert game.over
    assert view(game, 1).pits[0].delivered == (CARDS["C-kk"], CARDS["C-ybgk"])


@pytest.mark.parametrize("vehicle", [-1, 4])
def test_a_vehicle_that_is_none(vehicle: int) -> None:
    with pytest.raises(NotNotation) as caught:
        Deliver(vehicle)
    assert caught.value.code == "notation/no-such"

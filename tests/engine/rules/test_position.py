"""A position as data and back."""

from __future__ import annotations

import json

import pytest

from engine.rules import CARDS, from_data, to_data, view
from engine.rules.coal import letters
from engine.rules.position import position_digest
from tests.engine.rules.table import drafted, end_shift, go, opened, random_game, set_up

POSITIONS = {
    "draft": opened(3),
    "shift": drafted(4, face_down=True),
    "tiles drawn": go(drafted(2), "factory draw"),
    "cards drawn": go(drafted(2), "order draw"),
    "pit": set_up(
        drafted(3),
        1,
        money=0,
        tiles="k2D,y1L",
        loaded="y,,g,kb",
        cage="yyb",
        depth=3,
        storage="ggk",
        orders="C-kk:k:yb",
    ),
    "delivered": end_shift(set_up(drafted(3), 2, orders="", delivered="E-gg,E-y")),
    "over": random_game(4, 1, 999),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_a_position_comes_back_from_json(name: str) -> None:
    game = POSITIONS[name]
    text = json.dumps(to_data(game), separators=(",", ":"))
    assert from_data(json.loads(text)) == game
    assert len(text.encode()) <= 2000
    for reader in (*range(game.players), None):
        seen = view(game, reader)
        assert from_data(json.loads(json.dumps(to_data(seen)))) == seen


def test_a_digest_tells_positions_apart_by_what_is_hidden_too() -> None:
    digests = {position_digest(game) for game in POSITIONS.values()}
    assert len(digests) == len(POSITIONS)
    game = POSITIONS["shift"]
    assert position_digest(from_data(to_data(game))) == position_digest(game)
    assert position_digest(view(game, 0)) != position_digest(game)


def test_how_a_pit_is_written() -> None:
    pit = to_data(POSITIONS["pit"])["pits"][1]
    assert pit == {
        "money": 0,
        "tiles": "k2D,y1L",
        "loaded": "y,,g,bk",
        "cage": "yyb",
        "depth": 3,
        "storage": "ggk",
        "orders": "C-kk:k:yb",
        "delivered": "",
    }


def test_how_a_pit_is_read() -> None:
    pit = POSITIONS["pit"].pits[1]
    assert [letters(heap) for heap in pit.loaded] == ["y", "", "g", "bk"]
    assert [pit.empty_lorries(level) for level in range(4)] == [1, 1, 0, 1]
    assert (letters(pit.cage), pit.depth, letters(pit.storage)) == ("yyb", 3, "ggk")
    order = pit.orders[CARDS["C-kk"]]
    assert (letters(order.free), letters(order.held)) == ("k", "yb")


def test_scorings_are_kept() -> None:
    game = POSITIONS["delivered"]
    assert to_data(game)["prizes"] == [[0, 0, 2, 0, 0, 0, 0, 0, 4, 0, 0, 0]]
    assert from_data(to_data(game)).prizes == (((0, 0, 2), (0, 0, 0), (0, 0, 4), (0, 0, 0)),)


def test_the_order_of_the_stacks_is_kept() -> None:
    game = drafted(2)
    data = to_data(game)
    assert data["tile_stack"].split(",") == [tile.name for tile in game.tile_stack]
    assert data["card_stack"].split(",") == [card.name for card in game.card_stack]

"""RULES 3.1 and 3.5: draw-five, in the factory and at the orders."""

from __future__ import annotations

import pytest

from engine.rules import CARDS, HIDDEN_CARD, HIDDEN_TILE, TILES, Game, Keep, legal_actions, view
from engine.rules.coal import letters
from engine.rules.events import Bought, Looked, Placed, Returned, TookOrder
from tests.engine.rules.table import (
    drafted,
    events,
    few_cards,
    few_tiles,
    go,
    legal,
    refused,
    set_stacks,
    set_up,
    to_data,
)

FIVE_TILES = "g2L k1D y1L b2D y2L"
FIVE_CARDS = "C-kk E-gg M-y E-y E-b"
TOP = "g2D b1L y1D k2L"


def at_tiles(**pit: object) -> Game:
    """Seat 0 has drawn five tiles; more lie below them."""
    game = set_stacks(drafted(2), tiles=f"{FIVE_TILES} {TOP}".split())
    return go(set_up(game, 0, **pit) if pit else game, "factory draw")


def at_cards() -> Game:
    return go(set_stacks(drafted(2), cards=FIVE_CARDS.split()), "order draw")


def names(pieces: tuple[object, ...]) -> str:
    return " ".join(map(repr, pieces))


def test_3_1_look_at_the_top_five() -> None:
    game = at_tiles()
    assert (names(game.drawn), game.drawn_at, game.turn) == (FIVE_TILES, "factory", 0)
    assert names(game.tile_stack[:4]) == TOP
    assert to_data(game)["spaces"] == {"factory draw": [0, 1]}


def test_3_1_the_look_is_private() -> None:
    game = at_tiles()
    assert view(game, 0).drawn == game.drawn
    for reader in (1, None):
        assert view(game, reader).drawn == (HIDDEN_TILE,) * 5
        assert view(at_cards(), reader).drawn == (HIDDEN_CARD,) * 5
        assert [*legal_actions(view(game, reader))] == []


def test_3_1_what_is_told_of_the_look() -> None:
    placed, looked = events(drafted(2), "factory draw")
    assert isinstance(placed, Placed)
    assert looked == Looked(0, "factory", 5)


@pytest.mark.parametrize("left", [1, 2, 4])
def test_3_1_ruling_fewer_if_the_stack_is_smaller(left: int) -> None:
    few = FIVE_TILES.split()[:left]
    game = go(few_tiles(drafted(2), *few), "factory draw")
    assert (names(game.drawn), game.tile_stack) == (" ".join(few), ())
    few = [card.name for card in drafted(2).card_stack[:left]]
    game = go(few_cards(drafted(2), *few), "order draw")
    assert (names(game.drawn), game.card_stack) == (" ".join(few), ())


def test_3_1_ruling_not_allowed_on_an_empty_stack() -> None:
    game = few_tiles(drafted(2))
    assert refused(game, "factory draw").code == "rule/empty-stack"
    assert "factory draw" not in legal(game)
    assert "order draw" in legal(game)
    game = few_cards(drafted(2))
    assert refused(game, "order draw").code == "rule/empty-stack"
    assert "order draw" not in legal(game)


def test_3_1_it_needs_no_money() -> None:
    game = set_up(drafted(2), 0, money=0)
    assert "factory draw" in legal(game)
    looked = go(game, "factory draw")
    assert all(text.startswith("keep none") for text in legal(looked))
    assert refused(looked, f"keep y1L, top {names(looked.drawn[1:])}").code == "rule/not-what-was-drawn"


def test_3_1_placing_and_looking_is_final_and_the_choice_comes_first() -> None:
    game = at_tiles()
    for move in ("bank", "factory 1", "mine 6", "order draw", "factory draw"):
        refusal = refused(game, move)
        assert refusal.code == "rule/choose-first"
        assert "`keep …`" in str(refusal)
    assert refused(game, f"keep none, top {FIVE_TILES}", seat=1).code == "rule/not-your-turn"
    assert refused(drafted(2), "keep none, top ?").code == "rule/not-now"


def test_3_1_keep_one_paying_for_it() -> None:
    game = go(at_tiles(), "keep g2L, top k1D y1L b2D y2L")
    pit = game.pits[0]
    assert (pit.money, pit.tiles, letters(pit.loaded[2])) == (4, (TILES["g2L"],), "ggg")
    assert (game.turn, game.drawn, game.drawn_at) == (1, (), "")


def test_3_1_at_most_one() -> None:
    game = at_tiles()
    assert refused(game, "keep g2L, top k1D y1L b2D").code == "rule/not-what-was-drawn"
    assert sum(text.startswith("keep g2L,") for text in legal(game)) == 2 * 24


def test_3_1_what_costs_too_much_cannot_be_kept() -> None:
    game = at_tiles(money=3)
    refusal = refused(game, "keep k1D, top g2L y1L b2D y2L")
    assert (refusal.code, refusal.facts["price"]) == ("rule/too-little-money", 4)
    assert {text.split(",")[0] for text in legal(game)} == {"keep none", "keep y1L", "keep y2L"}


def test_3_1_keeping_none_is_a_complete_action() -> None:
    game = go(at_tiles(), f"keep none, top {FIVE_TILES}")
    assert (game.turn, game.pits[0].tiles, game.pits[0].money) == (1, (), 10)


def test_3_1_a_kept_tile_with_substitute_cubes() -> None:
    game = set_up(at_tiles(), 1, storage="g" * 13)
    after = go(game, "keep g2L, coal k, bottom k1D y1L b2D y2L")
    assert letters(after.pits[0].loaded[2]) == "ggk"
    loads = {text.partition(", coal ")[2].split(",")[0] for text in legal(game) if "keep g2L" in text}
    assert loads == {"y", "b", "k", "empty"}
    assert refused(game, "keep g2L, top k1D y1L b2D y2L").code == "rule/coal-short"
    assert refused(game, "keep k1D, coal y, top g2L y1L b2D y2L").code == "rule/coal-not-short"


def test_3_1_the_others_go_back_in_an_order_of_choice_on_top() -> None:
    game = go(at_tiles(), "keep g2L, top y2L k1D b2D y1L")
    assert names(game.tile_stack[:8]) == f"y2L k1D b2D y1L {TOP}"


def test_3_1_or_all_at_the_bottom() -> None:
    before = at_tiles().tile_stack
    game = go(at_tiles(), "keep g2L, bottom y2L k1D b2D y1L")
    assert names(game.tile_stack) == f"{names(before)} y2L k1D b2D y1L"


@pytest.mark.parametrize("end", ["top", "bottom"])
def test_3_1_ruling_the_first_listed_is_drawn_first_at_either_end(end: str) -> None:
    game = go(few_tiles(drafted(2), *FIVE_TILES.split()), "factory draw", f"keep none, {end} {FIVE_TILES}")
    bought = go(game, "factory 1")
    assert repr(bought.tiles[0]) == "g2L"
    assert names(go(bought, "factory draw").drawn) == "k1D y1L b2D y2L"


def test_3_1_ruling_with_nothing_to_return_no_end_is_named() -> None:
    game = go(few_tiles(drafted(2), "y1L"), "factory draw")
    assert legal(game) == {"keep y1L", "keep none, top y1L", "keep none, bottom y1L"}
    for end in ("top", "bottom", "side"):
        assert refused(game, Keep(TILES["y1L"], (), end, ())).code == "rule/no-end"
    for end in ("", "side"):
        assert refused(game, Keep(None, (), end, (TILES["y1L"],))).code == "rule/no-end"
    assert go(game, "keep y1L").tile_stack == ()


def test_3_1_every_piece_drawn_is_named_exactly_once() -> None:
    game = at_tiles()
    for move in (
        "keep none",
        "keep g2L",
        "keep none, top k1D y1L b2D y2L",
        "keep g2L, top g2L k1D y1L b2D y2L",
        "keep g2L, top k1D y1L b2D b2D",
        "keep g2L, top ? ? ? ?",
        "keep ?, top k1D y1L b2D y2L",
        "keep C-kk, top k1D y1L b2D y2L",
        "keep none, top C-kk E-gg M-y E-y E-b",
    ):
        refusal = refused(game, move)
        assert refusal.code == "rule/not-what-was-drawn"
        assert str(refusal).endswith(FIVE_TILES)


def test_3_1_equal_tiles_make_no_difference() -> None:
    three = "y1L y1L k1D"
    game = go(few_tiles(set_up(drafted(2, tiles="b1L b1L b1L"), 0, money=3), *three.split()), "factory draw")
    orders = ["y1L y1L k1D", "y1L k1D y1L", "k1D y1L y1L"]
    wanted = {f"keep none, {end} {order}" for end in ("top", "bottom") for order in orders}
    wanted |= {f"keep y1L, {end} {order}" for end in ("top", "bottom") for order in ("y1L k1D", "k1D y1L")}
    assert legal(game) == wanted
    assert len(legal_actions(game)) == len(wanted)


def test_3_1_others_learn_what_was_bought_how_many_went_back_and_where() -> None:
    assert events(at_tiles(), "keep g2L, top k1D y1L b2D y2L") == [
        Bought(0, TILES["g2L"], 6, "gg", 0),
        Returned(0, "factory", 4, "top"),
    ]
    assert events(at_tiles(), f"keep none, bottom {FIVE_TILES}") == [Returned(0, "factory", 5, "bottom")]
    game = go(at_tiles(), "keep g2L, top k1D y1L b2D y2L")
    for reader in (0, 1, None):
        assert set(view(game, reader).tile_stack) == {HIDDEN_TILE}


def test_3_1_the_public_form_of_the_choice_hides_what_went_back() -> None:
    game = at_tiles()
    keep = Keep(TILES["g2L"], (), "top", tuple(TILES[name] for name in "k1D y1L b2D y2L".split()))
    assert keep.public().write() == "keep g2L, top ? ? ? ?"
    assert go(view(game, None), "keep g2L, top ? ? ? ?") == view(go(game, keep.write()), None)
    card = Keep(None, (), "bottom", tuple(CARDS[name] for name in FIVE_CARDS.split()))
    assert card.public().write() == "keep none, bottom ?-? ?-? ?-? ?-? ?-?"


def test_3_1_on_a_view_only_the_number_of_hidden_pieces_is_checked() -> None:
    game = view(at_tiles(), None)
    for move in (
        "keep g2L, top ? ? ?",
        "keep none, top ? ? ? ?",
        "keep ?, top ? ? ? ?",
        "keep C-kk, top ? ? ? ?",
    ):
        assert refused(game, move).code == "rule/not-what-was-drawn"
    assert go(game, "keep none, bottom ? ? ? ? ?").turn == 1


def test_3_5_draw_five_orders_without_a_price() -> None:
    game = at_cards()
    assert (names(game.drawn), game.drawn_at) == (FIVE_CARDS, "orders")
    assert events(game, "keep E-gg, top C-kk M-y E-y E-b") == [
        TookOrder(0, CARDS["E-gg"]),
        Returned(0, "orders", 4, "top"),
    ]
    after = go(game, "keep E-gg, top E-b C-kk M-y E-y")
    assert names(after.card_stack[:4]) == "E-b C-kk M-y E-y"
    assert after.pits[0].money == game.pits[0].money
    assert len(legal_actions(game)) == 2 * 120 + 5 * 2 * 24


def test_3_5_what_is_kept_is_placed_face_up() -> None:
    after = go(at_cards(), "keep E-gg, bottom C-kk M-y E-y E-b")
    assert CARDS["E-gg"] in view(after, 1).pits[0].orders
    assert names(after.card_stack[-4:]) == "C-kk M-y E-y E-b"


def test_3_5_no_coal_goes_on_an_order_when_it_is_taken() -> None:
    assert refused(at_cards(), "keep E-gg, coal k, top C-kk M-y E-y E-b").code == "rule/no-coal-here"
    assert refused(at_cards(), f"keep none, coal k, top {FIVE_CARDS}").code == "rule/no-coal-here"


def test_a_stack_of_which_only_the_top_is_known_is_still_hidden() -> None:
    from engine.rules import learn

    game = go(learn(view(drafted(2), 0), [TILES["g2L"]]), "factory draw")
    assert names(game.drawn) == "g2L ? ? ? ?"
    assert [*legal_actions(game)] == []
    assert go(game, "keep g2L, top ? ? ? ?").pits[0].tiles == (TILES["g2L"],)

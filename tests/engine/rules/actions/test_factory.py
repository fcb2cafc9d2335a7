"""RULES 3.1: the lorry factory."""

from __future__ import annotations

import pytest

from engine.rules import CARDS, TILES, Factory, Game, legal_actions
from engine.rules.coal import count, counts, letters
from engine.rules.events import Bought, TurnedUp
from tests.engine.rules.table import drafted, events, few_tiles, go, legal, refused, set_up

ROW = "g2L k1D y1L y2D b1L b2D k2D g1D"


def table(players: int = 4, **pit: object) -> Game:
    return set_up(drafted(players, tiles=ROW), 0, **pit) if pit else drafted(players, tiles=ROW)


def short_of_black(left: int, **pit: object) -> Game:
    """Four players; the supply has so many black cubes left, and plenty of the others."""
    return set_up(table(money=20, **pit), 1, storage="k" * (12 - left))


@pytest.mark.parametrize(("space", "price"), [(1, 6), (2, 4), (3, 1), (4, 2), (5, 2), (6, 4), (7, 8), (8, 3)])
def test_3_1_the_price_is_lorries_times_the_colours_price(space: int, price: int) -> None:
    game = table(money=10)
    assert go(game, f"factory {space}").pits[0].money == 10 - price


def test_3_1_one_must_be_able_to_pay() -> None:
    game = table(money=5)
    refusal = refused(game, "factory 1")
    assert refusal.code == "rule/too-little-money"
    assert str(refusal) == "`factory 1`: g2L costs 6 Marks, you have 5"
    assert "factory 1" not in legal(game)
    assert "factory 1" in legal(table(money=6))


def test_3_1_the_tile_comes_loaded_to_its_level_and_side() -> None:
    game = table()
    pit = go(game, "factory 1").pits[0]
    assert pit.tiles == (TILES["g2L"],)
    assert [letters(heap) for heap in pit.loaded] == ["y", "b", "ggg", "k"]
    assert count(pit.lorries, 2) == 3
    assert (TILES["g2L"].light, TILES["k1D"].light) == (True, False)
    assert counts(go(game, "factory 1").coal) == (12, 12, 10, 12)


def test_3_1_the_space_is_refilled_from_the_stack() -> None:
    game = table()
    bought, turned_up = events(game, "factory 2")[1:]
    assert bought == Bought(0, TILES["k1D"], 4, "k", 0)
    assert isinstance(turned_up, TurnedUp)
    assert turned_up.piece is game.tile_stack[0]
    after = go(game, "factory 2")
    assert after.tiles[1] is game.tile_stack[0]
    assert after.tile_stack == game.tile_stack[1:]


def test_3_1_with_the_stack_empty_the_space_stays_empty_and_cannot_be_used() -> None:
    game = go(few_tiles(table()), "factory 3")
    assert game.tiles[2] is None
    refusal = refused(game, "factory 3")
    assert refusal.code == "rule/empty-space"
    assert str(refusal).endswith("tiles lie on 1, 2, 4, 5, 6, 7, 8")
    assert "factory 3" not in legal(game)


def test_3_1_the_last_tile_of_the_stack_is_turned_up() -> None:
    game = go(few_tiles(table(), "b2L"), "factory 3")
    assert (game.tiles[2], game.tile_stack) == (TILES["b2L"], ())


def test_3_1_too_few_cubes_fill_what_you_can() -> None:
    game = short_of_black(1)
    after = go(game, "factory 7, coal y")
    assert letters(after.pits[0].loaded[3]) == "ykk"
    assert counts(after.coal) == (11, 12, 12, 0)


def test_3_1_for_each_lorry_left_over_a_cube_of_any_colour_in_the_supply() -> None:
    texts = {text for text in legal(short_of_black(0)) if text.startswith("factory 7")}
    pairs = ["y y", "y b", "y g", "y empty", "b b", "b g", "b empty", "g g", "g empty", "empty empty"]
    assert texts == {f"factory 7, coal {pair}" for pair in pairs}


def test_3_1_only_colours_that_the_supply_still_has() -> None:
    game = set_up(short_of_black(0), 2, storage="y" * 12 + "b" * 11)
    texts = {text for text in legal(game) if text.startswith("factory 7")}
    pairs = ["b g", "b empty", "g g", "g empty", "empty empty"]
    assert texts == {f"factory 7, coal {pair}" for pair in pairs}


@pytest.mark.parametrize("loads", [(0, 0), (0, 1), (1, 1), (3, 4), (0,), (0, 1, 4), ()])
def test_3_1_other_substitutes_are_refused(loads: tuple[int, ...]) -> None:
    game = set_up(short_of_black(0), 2, storage="y" * 12 + "b" * 11)
    refusal = refused(game, Factory(7, loads))
    assert refusal.code == "rule/coal-short"
    assert "`coal b g`" in str(refusal)


def test_3_1_ruling_too_few_cubes_may_leave_a_lorry_empty() -> None:
    game = short_of_black(1)
    after = go(game, "factory 7, coal empty")
    assert letters(after.pits[0].loaded[3]) == "kk"
    assert after.pits[0].empty_lorries(3) == 1
    assert events(game, "factory 7, coal empty")[1] == Bought(0, TILES["k2D"], 8, "k", 1)


def test_3_1_the_price_is_unchanged_when_coal_is_short() -> None:
    for coal in ("y", "b", "g", "empty"):
        assert go(short_of_black(1), f"factory 7, coal {coal}").pits[0].money == 20 - 8


def test_3_1_a_foreign_cube_is_used_as_its_own_colour_and_the_lorry_keeps_the_tiles_colour() -> None:
    game = go(short_of_black(0, orders="E-y"), "factory 7, coal y empty", "bank", "bank", "bank")
    pit = game.pits[0]
    assert (letters(pit.loaded[3]), pit.empty_lorries(3), count(pit.lorries, 3)) == ("yk", 1, 3)
    assert (count(pit.lorries, 0), pit.empty_lorries(0)) == (1, 0)
    mined = go(game, "mine 4: to k, load y, to top, fill E-y y").pits[0]
    assert (letters(mined.loaded[3]), mined.empty_lorries(3)) == ("k", 2)
    assert mined.orders == {CARDS["E-y"]: (0, 1)}


def test_3_1_with_enough_coal_nothing_is_substituted() -> None:
    assert refused(table(), "factory 1, coal y").code == "rule/coal-not-short"
    assert refused(short_of_black(2), "factory 7, coal empty").code == "rule/coal-not-short"


def test_3_1_no_coal_at_all_leaves_every_lorry_empty() -> None:
    game = set_up(table(money=20), 1, storage="k" * 12 + "y" * 12)
    game = set_up(game, 2, storage="g" * 12 + "b" * 12)
    assert game.coal == 0
    assert [a.write() for a in legal_actions(game) if isinstance(a, Factory)] == [
        f"factory {space}, coal {' '.join(['empty'] * TILES[name].lorries)}"
        for space, name in enumerate(ROW.split(), start=1)
    ]


def test_3_1_lorries_are_never_refilled() -> None:
    game = set_up(table(), 0, loaded=",b,g,k", cage="y", depth=1)
    after = go(game, "factory 3", "bank", "bank", "bank", "factory 4")
    assert letters(after.pits[0].loaded[0]) == "yyy"
    assert after.pits[0].empty_lorries(0) == 1

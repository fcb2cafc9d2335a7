"""RULES 3.2: mining."""

from __future__ import annotations

import pytest

from engine.rules import CARDS, Fill, Game, Load, Mine, Store, To, legal_steps
from engine.rules.coal import count, counts, letters
from engine.rules.events import Completed, Mined
from tests.engine.rules.table import drafted, events, go, refused, set_up


def pit(players: int = 4, **changes: object) -> Game:
    """Seat 0 to move in a pit with these changes."""
    return set_up(drafted(players), 0, **{"orders": "E-gg,M-ybgk", **changes})


def steps(game: Game, mine: str = "mine 10") -> set[str]:
    from engine.rules import parse

    action = parse(mine)
    assert isinstance(action, Mine)
    found = legal_steps(game, action)
    texts = {step.write() for step in found}
    assert len(texts) == len(found)
    return texts


def single(game: Game, mine: str = "mine 10") -> set[str]:
    """The steps that are no substitutions."""
    return {text for text in steps(game, mine) if " with " not in text}


@pytest.mark.parametrize(
    ("players", "number"), [(4, 4), (4, 6), (4, 8), (4, 10), (3, 6), (3, 8), (2, 6), (2, 10)]
)
def test_3_2_up_to_as_many_steps_as_the_space_gives(players: int, number: int) -> None:
    game = drafted(players)
    to_and_fro = ", ".join(["to y", "to b"] * 5)
    legal = f"mine {number}: " + ", ".join(to_and_fro.split(", ")[:number])
    assert go(game, legal).pits[0].depth == 2
    if number < 10:
        refusal = refused(game, f"{legal}, to k")
        assert refusal.code == "rule/too-many-steps"
        assert (refusal.facts["need"], refusal.facts["left"]) == (1, 0)


def test_3_2_no_step_is_left_after_the_last() -> None:
    assert steps(pit(), "mine 4: to y, to b, to y, to b") == set()


@pytest.mark.parametrize("depth", range(5))
def test_3_2_1_and_2_the_cage_goes_to_any_other_level_or_the_surface(depth: int) -> None:
    game = pit(depth=depth)
    places = ["top", "y", "b", "g", "k"]
    moves = {text for text in steps(game) if text.startswith("to ")}
    assert moves == {f"to {place}" for place in places} - {f"to {places[depth]}"}
    for there, place in enumerate(places):
        if there == depth:
            assert refused(game, f"mine 4: to {place}").code == "rule/cage-is-there"
        else:
            assert go(game, f"mine 4: to {place}").pits[0].depth == there


def test_3_2_3_a_cube_from_a_lorry_of_that_level_into_the_cage() -> None:
    after = go(pit(), "mine 4: to g, load g").pits[0]
    assert (letters(after.cage), letters(after.loaded[2]), after.empty_lorries(2)) == ("g", "", 1)


def test_3_2_3_not_at_the_surface() -> None:
    refusal = refused(pit(), "mine 4: load g")
    assert refusal.code == "rule/cage-at-top"
    assert "`load g`" in str(refusal)
    assert not any(text.startswith("load") for text in steps(pit()))


def test_3_2_3_only_what_is_on_that_level() -> None:
    game = pit(depth=3)
    assert {text for text in steps(game) if text.startswith("load")} == {"load g"}
    assert refused(game, "mine 4: load k").code == "rule/no-coal-there"
    assert refused(game, "mine 4: load g x2").code == "rule/no-coal-there"


def test_3_2_3_lorries_are_interchangeable_and_the_cubes_colour_names_it() -> None:
    game = pit(depth=4, tiles="k2D,k1L", loaded="y,b,g,kyyb")
    assert {text for text in steps(game) if text.startswith("load")} == {"load y", "load b", "load k"}
    after = go(game, "mine 4: load y x2").pits[0]
    assert (letters(after.cage), letters(after.loaded[3])) == ("yy", "bk")


def test_3_2_3_at_most_five_in_the_cage() -> None:
    game = pit(depth=3, cage="yybb", tiles="g1L", loaded="y,b,gg,k")
    assert steps(game, "mine 4: load g") == {"to top", "to y", "to b", "to k"}
    assert refused(game, "mine 4: load g x2").code == "rule/cage-full"


def test_3_2_4_from_the_cage_at_the_surface_to_a_free_spot_of_its_colour() -> None:
    game = pit(cage="gy")
    assert single(game) == {
        *("to y", "to b", "to g", "to k"),
        *("store y", "store g"),
        *("fill E-gg g", "fill M-ybgk y", "fill M-ybgk g"),
    }
    after = go(game, "mine 4: fill E-gg g").pits[0]
    order = after.orders[CARDS["E-gg"]]
    assert (letters(order.free), letters(order.held), letters(after.cage)) == ("g", "g", "y")


def test_3_2_4_not_from_a_cage_below() -> None:
    game = pit(cage="g", depth=1)
    refusal = refused(game, "mine 4: fill E-gg g")
    assert refusal.code == "rule/cage-below"
    assert "`to top` first" in str(refusal)


def test_3_2_4_only_on_ones_own_outstanding_orders_with_a_free_spot() -> None:
    game = set_up(pit(cage="gggg"), 1, orders="C-gg")
    assert refused(game, "mine 4: fill C-gg g").code == "rule/not-your-order"
    assert refused(game, "mine 4: fill ?-? g").code == "rule/not-your-order"
    assert refused(game, "mine 4: fill E-gg g x3").code == "rule/no-free-spot"
    assert refused(game, "mine 4: fill E-gg k with g+g").code == "rule/no-free-spot"
    assert refused(game, "mine 4: fill M-ybgk y").code == "rule/not-in-cage"


def test_3_2_4_each_spot_takes_one_cube_of_its_own_colour() -> None:
    game = pit(cage="ybgk", orders="M-ybgk")
    after = go(game, "mine 4: fill M-ybgk y, fill M-ybgk b, fill M-ybgk g, fill M-ybgk k")
    assert after.pits[0].orders[CARDS["M-ybgk"]].free == 0
    assert refused(game, "mine 4: fill M-ybgk y x2").code == "rule/no-free-spot"


def test_3_2_5_ruling_storing_is_always_allowed_at_the_surface() -> None:
    game = pit(cage="gg")
    after = go(game, "mine 4: store g").pits[0]
    assert (letters(after.cage), letters(after.storage)) == ("g", "g")
    assert refused(game, "mine 4: store y").code == "rule/not-in-cage"
    assert refused(pit(cage="g", depth=2), "mine 4: store g").code == "rule/cage-below"


@pytest.mark.parametrize("depth", range(5))
def test_3_2_6_ruling_from_storage_wherever_the_cage_is(depth: int) -> None:
    game = pit(storage="gk", depth=depth)
    fills = {"fill E-gg g from store", "fill M-ybgk g from store", "fill M-ybgk k from store"}
    assert {text for text in single(game) if text.startswith("fill")} == fills
    after = go(game, "mine 4: fill E-gg g from store").pits[0]
    assert (letters(after.storage), letters(after.orders[CARDS["E-gg"]].held)) == ("k", "g")
    assert refused(game, "mine 4: fill E-gg g from store x2").code == "rule/not-in-storage"


def test_3_2_cage_and_storage_are_told_apart() -> None:
    game = pit(cage="g", storage="g")
    assert letters(go(game, "mine 4: fill E-gg g").pits[0].storage) == "g"
    assert letters(go(game, "mine 4: fill E-gg g from store").pits[0].cage) == "g"


def test_3_2_substitution_two_cubes_fill_a_spot_of_any_colour_for_two_steps() -> None:
    game = pit(cage="yb")
    after = go(game, "mine 4: fill M-ybgk k with y+b, to k").pits[0]
    order = after.orders[CARDS["M-ybgk"]]
    assert (letters(order.free), letters(order.held), after.cage) == ("ybg", "yb", 0)
    refusal = refused(game, "mine 4: fill M-ybgk k with y+b, to k, to g, to b")
    assert refusal.code == "rule/too-many-steps"


def test_3_2_substitution_is_not_offered_with_one_step_left() -> None:
    game = pit(cage="yb", depth=1)
    assert "fill M-ybgk k with y+b" in steps(game, "mine 4: to b, to top")
    assert "fill M-ybgk k with y+b" not in steps(game, "mine 4: to b, to y, to top")
    refusal = refused(game, "mine 4: to b, to y, to top, fill M-ybgk k with y+b")
    assert (refusal.code, refusal.facts["need"], refusal.facts["left"]) == ("rule/too-many-steps", 2, 1)


def test_3_2_substitution_one_or_both_may_match() -> None:
    game = pit(cage="gg", storage="g", orders="E-gg")
    pairs = {text for text in steps(game) if " with " in text}
    assert pairs == {"fill E-gg g with g+g", "fill E-gg g with g+g from cage+store"}
    assert letters(go(game, "mine 4: fill E-gg g with g+g").pits[0].orders[CARDS["E-gg"]].held) == "gg"


def test_3_2_substitution_each_cube_from_cage_or_storage() -> None:
    game = pit(cage="y", storage="bb", orders="E-gg")
    assert {text for text in steps(game) if " with " in text} == {
        "fill E-gg g with y+b from cage+store",
        "fill E-gg g with b+b from store",
    }
    below = pit(cage="y", storage="bb", orders="E-gg", depth=4)
    assert {text for text in steps(below) if " with " in text} == {"fill E-gg g with b+b from store"}
    assert refused(below, "mine 4: fill E-gg g with y+b from cage+store").code == "rule/cage-below"


def test_3_2_a_refused_substitution_takes_no_cube() -> None:
    game = pit(cage="y", storage="b", orders="E-gg")
    assert refused(game, "mine 4: fill E-gg g with y+k from cage+store").code == "rule/not-in-storage"
    assert refused(game, "mine 4: fill E-gg g with y+y").code == "rule/not-in-cage"


def test_3_2_cubes_on_orders_never_move_again() -> None:
    game = pit(orders="E-gg:g:g")
    assert single(game) == {"to y", "to b", "to g", "to k"}


def test_3_2_unused_steps_are_forfeited() -> None:
    game = go(pit(), "mine 10: to y", "bank", "bank", "bank")
    assert (game.turn, game.pits[0].depth) == (0, 1)
    refusal = refused(game, "mine 4: to b, to y, to b, to y, to b")
    assert refusal.code == "rule/too-many-steps"


def test_3_2_ruling_doing_no_step_at_all_is_legal() -> None:
    game = pit()
    assert events(game, "mine 4")[1:] == [Mined(0, ())]
    assert go(game, "mine 4").pits[0] == game.pits[0]


def test_3_2_the_cage_stays_until_the_next_mining_action() -> None:
    game = go(pit(), "mine 6: to g, load g, to k, load k")
    assert (letters(game.pits[0].cage), game.pits[0].depth) == ("gk", 4)
    game = go(game, "bank", "bank", "bank", "bank", "bank", "bank", "bank")
    assert (letters(game.pits[0].cage), game.pits[0].depth) == ("gk", 4)
    assert go(game, "mine 4: to top, fill E-gg g").pits[0].depth == 0


def test_3_2_the_coal_stays_with_its_owner() -> None:
    game = pit(cage="gg")
    after = go(game, "mine 4: fill E-gg g x2")
    assert counts(after.coal) == counts(game.coal)
    assert count(after.pits[0].cubes(), 2) == count(game.pits[0].cubes(), 2)


def test_3_2_completing_an_order_is_told() -> None:
    game = pit(cage="gg")
    assert events(game, "mine 4: fill E-gg g")[1:] == [Mined(0, (Fill(CARDS["E-gg"], 2, (2,)),))]
    assert events(game, "mine 4: fill E-gg g x2")[2:] == [Completed(0, CARDS["E-gg"])]


@pytest.mark.parametrize(
    "make",
    [
        lambda: To(5),
        lambda: To(-1),
        lambda: Load(4),
        lambda: Load(-1),
        lambda: Store(4),
        lambda: Fill(CARDS["E-gg"], 2, ()),
        lambda: Fill(CARDS["E-gg"], 2, (0,)),
        lambda: Fill(CARDS["E-gg"], 2, (2, 2, 2)),
        lambda: Fill(CARDS["E-gg"], 2, (8,)),
        lambda: Fill(CARDS["E-gg"], 2, (-1, 2)),
        lambda: Fill(CARDS["E-gg"], 4, (0, 1)),
    ],
)
def test_a_step_that_is_none_cannot_be_made(make: object) -> None:
    from engine.rules import NotNotation

    with pytest.raises(NotNotation) as caught:
        make()  # type: ignore[operator]
    assert caught.value.code == "notation/no-such"

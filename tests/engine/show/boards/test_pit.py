"""The cross-section of a pit."""

from __future__ import annotations

import pytest

from engine.rules import coal
from engine.show import pit_picture
from tests.engine.rules.table import TASTES, drafted, set_up
from tests.engine.show.positions import random_positions


def test_a_new_pit() -> None:
    assert pit_picture(drafted(2).pits[0]) == [
        "              light         dark",
        "top      ----------|{.....}|----------",
        "y yellow           |       |(y)",
        "b brown         (b)|       |",
        "g gray          (g)|       |",
        "k black            |       |(k)",
    ]


def test_tiles_cage_and_rope() -> None:
    game = set_up(drafted(2), 0, tiles="g2L,g1D,g1L,k2D", loaded=",b,gk,k", cage="yg", depth=3)
    assert pit_picture(game.pits[0]) == [
        "              light         dark",
        "top      ----------|   :   |----------",
        "y yellow           |   :   |(.)",
        "b brown         (b)|   :   |",
        "g gray   [g][..](.)|{yg...}|[k]",
        "k black            |       |(.)[k.]",
    ]


@pytest.mark.parametrize("taste", TASTES)
def test_a_picture_holds_every_tile_lorry_and_cube(taste: str) -> None:
    for game in random_positions(3, 1, taste):
        for pit in game.pits:
            shaft, levels = [], []
            for line in pit_picture(pit)[2:]:
                light, between, dark = line[9:].split("|")
                levels.append(light.strip() + dark)
                shaft.append(between)
            assert sum(level.count("[") for level in levels) == len(pit.tiles)
            assert [level.count("(") for level in levels] == [1, 1, 1, 1]
            for colour, level in enumerate(levels):
                cubes = "".join(c for c in level if c in coal.LETTERS)
                assert coal.from_letters(cubes) == pit.loaded[colour]
                assert level.count(".") == pit.empty_lorries(colour)
            hangs = [i + 1 for i, between in enumerate(shaft) if "{" in between]
            assert hangs == ([pit.depth] if pit.depth else [])

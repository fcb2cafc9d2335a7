"""One pit as a cross-section: four levels left and right of the shaft, and the cage where it hangs.

A tile is a pair of brackets with its lorries inside, the pit's own lorries stand in parentheses. The
lorries of a level are interchangeable, so nobody knows which of them are the empty ones: the picture
shows the oldest empty.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from engine.tongue import Tongue

from ...rules import Pit, coal
from ...rules import components as box
from .. import words
from ..layout import WIDTH, beside, left, right, rule, width_of
from ..scribe import Scribe, scribe
from ..style import Style
from .orders import belongings, narrowest
from .unchanged import once

_SHAFT: Final = box.CAGE_ROOM + 2
_SIDE: Final = 10
"""The least width of each side of the shaft, so that most pits look alike."""
_GAP: Final = 3
"""Between a pit and what its owner has besides."""
_MANY: Final = 9
"""So many outstanding orders stand below the pit, in columns: every pit fits on a screen."""


class Car(NamedTuple):
    """A tile, or the pit's own lorry: what stands on a level as one piece."""

    lorries: int
    light: bool
    own: bool


def pit_block(pit: Pit, title: str, by: Scribe) -> list[str]:
    """A pit under a title."""
    return [rule(title, by.signs.rule), *_block(pit, by)]


@once
def _block(pit: Pit, by: Scribe) -> list[str]:
    """The picture, with storage, tiles and orders beside it, or below if it is wide."""
    picture = _picture(pit, by)
    at = width_of(picture) + _GAP
    least = narrowest(by)
    if WIDTH - at < least or len(pit.orders) >= _MANY:
        return [*picture, *belongings(pit, by, WIDTH, WIDTH // (least + 1))]
    return beside(picture, belongings(pit, by, WIDTH - at), at)


def pit_picture(pit: Pit, tongue: Tongue = words.ENGLISH, style: Style = Style.ASCII) -> list[str]:
    """The cross-section alone; drawn, even where the rest is spoken."""
    return _picture(pit, scribe(tongue, Style.UNICODE if style is Style.SPOKEN else style))


def _picture(pit: Pit, by: Scribe) -> list[str]:
    levels = [_level(pit, level, by) for level in coal.COLOURS]
    one = max(_SIDE, *(len(light) for light, _ in levels))
    other = max(_SIDE, *(len(dark) for _, dark in levels))
    top, light, dark = (by.tongue.say(name) for name in (words.TOP, words.LIGHT, words.DARK))
    names = [top, *(f"{letter} {words.colour(by.tongue, letter)}" for letter in coal.LETTERS)]
    wide = width_of(names) + 1
    labels = [left(name, wide) for name in names]
    lines = [
        " " * wide + right(light, one) + " " * (_SHAFT + 2) + dark,
        _row(labels[0], by.signs.ground * one, _shaft(pit, 0, by), by.signs.ground * other, by),
    ]
    for label, depth, (bright, gloomy) in zip(labels[1:], range(1, 5), levels, strict=True):
        lines.append(_row(label, bright.rjust(one), _shaft(pit, depth, by), gloomy, by))
    return lines


def _row(label: str, light: str, shaft: str, dark: str, by: Scribe) -> str:
    return f"{label}{light}{by.signs.wall}{shaft}{by.signs.wall}{dark}".rstrip()


def _shaft(pit: Pit, depth: int, by: Scribe) -> str:
    if pit.depth != depth:
        return (by.signs.rope if depth < pit.depth else "").center(_SHAFT)
    return cage(coal.letters(pit.cage), by)


def cage(cubes: str, by: Scribe) -> str:
    return by.signs.cage.format(cubes.ljust(box.CAGE_ROOM, by.signs.room))


def _level(pit: Pit, level: int, by: Scribe) -> tuple[str, str]:
    """The light and the dark side of a level, the pit's own lorry next to the shaft."""
    cars = [Car(1, box.OWN_LORRY_LIGHT[level], own=True)]
    cars += [Car(tile.lorries, tile.light, own=False) for tile in pit.tiles if tile.colour == level]
    drawn = _loaded(cars, coal.letters(pit.loaded[level]), by)
    light = [text for car, text in zip(cars, drawn, strict=True) if car.light]
    dark = [text for car, text in zip(cars, drawn, strict=True) if not car.light]
    return "".join(reversed(light)), "".join(dark)


def _loaded(cars: list[Car], cubes: str, by: Scribe) -> list[str]:
    """Each car with its cubes; the newest are loaded first."""
    waiting: Iterator[str] = iter(cubes)
    drawn = []
    for car in reversed(cars):
        load = "".join(next(waiting, by.signs.room) for _ in range(car.lorries))
        drawn.append(f"({load})" if car.own else f"[{load}]")
    return drawn[::-1]

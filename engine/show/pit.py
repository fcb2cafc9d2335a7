"""One pit as a cross-section: four levels left and right of the shaft, and the cage where it hangs.

A tile is a pair of brackets with its lorries inside, the pit's own lorries stand in parentheses. The
lorries of a level are interchangeable, so nobody knows which of them are the empty ones: the picture
shows the oldest empty.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from ..rules import Pit, coal
from ..rules import components as box
from . import words
from .layout import ROOM, WIDTH, beside, rule, width_of
from .orders import NARROWEST, belongings

_SHAFT: Final = box.CAGE_ROOM + 2
_LABEL: Final = max(map(len, (*box.COLOURS, words.TOP))) + 1
_ROPE: Final = ":"
_SIDE: Final = 10
"""What each side of the shaft takes at least, so that most pits look alike."""
_GAP: Final = 3
"""Between a pit and what its owner has besides."""


class Car(NamedTuple):
    """A tile, or the pit's own lorry: what stands on a level as one piece."""

    lorries: int
    light: bool
    own: bool


def pit_block(pit: Pit, title: str) -> list[str]:
    """A pit under a title, with storage, tiles and orders beside it, or below if it is wide."""
    picture = pit_picture(pit)
    at = width_of(picture) + _GAP
    if WIDTH - at < NARROWEST:
        return [rule(title), *picture, *belongings(pit, WIDTH)]
    return [rule(title), *beside(picture, belongings(pit, WIDTH - at), at)]


def pit_picture(pit: Pit) -> list[str]:
    """The cross-section alone."""
    levels = [_level(pit, level) for level in coal.COLOURS]
    left = max(_SIDE, *(len(light) for light, _ in levels))
    right = max(_SIDE, *(len(dark) for _, dark in levels))
    head = " " * _LABEL + words.LIGHT.rjust(left) + " " * (_SHAFT + 2) + words.DARK
    lines = [head, _row(words.TOP, "-" * left, _shaft(pit, 0), "-" * right)]
    for level, (light, dark) in enumerate(levels):
        lines.append(_row(box.COLOURS[level], light.rjust(left), _shaft(pit, level + 1), dark))
    return lines


def _row(label: str, light: str, shaft: str, dark: str) -> str:
    return f"{label.ljust(_LABEL)}{light}|{shaft}|{dark}".rstrip()


def _shaft(pit: Pit, depth: int) -> str:
    if pit.depth != depth:
        return (_ROPE if depth < pit.depth else "").center(_SHAFT)
    return "{" + coal.letters(pit.cage).ljust(box.CAGE_ROOM, ROOM) + "}"


def _level(pit: Pit, level: int) -> tuple[str, str]:
    """The light and the dark side of a level, the pit's own lorry next to the shaft."""
    cars = [Car(1, box.OWN_LORRY_LIGHT[level], own=True)]
    cars += [Car(tile.lorries, tile.light, own=False) for tile in pit.tiles if tile.colour == level]
    drawn = _loaded(cars, coal.letters(pit.loaded[level]))
    light = [text for car, text in zip(cars, drawn, strict=True) if car.light]
    dark = [text for car, text in zip(cars, drawn, strict=True) if not car.light]
    return "".join(reversed(light)), "".join(dark)


def _loaded(cars: list[Car], cubes: str) -> list[str]:
    """Each car with its cubes; the newest are loaded first."""
    waiting: Iterator[str] = iter(cubes)
    drawn = []
    for car in reversed(cars):
        load = "".join(next(waiting, ROOM) for _ in range(car.lorries))
        drawn.append(f"({load})" if car.own else f"[{load}]")
    return drawn[::-1]

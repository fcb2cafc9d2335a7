"""One player's pit: four levels with their lorries on both sides of the shaft, the cage, orders and purse."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.library.picture.svg import COAL_COLOURS, COAL_INK, INK, SEAT_COLOURS, box, line, mark, text
from engine.rules import Card, Game, Order, Pit, coal
from engine.rules.components import OWN_LORRY_LIGHT, VEHICLES
from engine.show import NamedPlayer, words
from engine.tongue import Tongue

PIT_WIDTH: Final = 416
PIT_HEIGHT: Final = 276
LORRY: Final = 16
LORRY_GAP: Final = 3
LEVEL_HEIGHT: Final = 26
SHAFT: Final = 196
SHAFT_WIDTH: Final = 26
SURFACE: Final = 62
LIST: Final = 100
"""The column at which lists begin, behind their labels."""
LIST_HEIGHT: Final = 14


def pit_marks(game: Game, seat: int, person: NamedPlayer, speaks: Tongue, x: int, y: int) -> list[str]:
    """A pit whose upper left corner is at a point."""
    pit = game.pits[seat]
    return [
        mark(
            "g",
            box(0, 0, PIT_WIDTH, PIT_HEIGHT, stroke=SEAT_COLOURS[seat], stroke_width=2, fill="#ffffff"),
            *_head(game, seat, person, speaks),
            *_shaft(pit),
            *(part for level in coal.COLOURS for part in _level(pit, level)),
            *_lists(pit, speaks),
            transform=f"translate({x} {y})",
        )
    ]


def _head(game: Game, seat: int, person: NamedPlayer, speaks: Tongue) -> Iterator[str]:
    yield mark("circle", cx=20, cy=22, r=12, fill=SEAT_COLOURS[seat])
    yield text(20, 27, person.mark, 14, text_anchor="middle", fill="#ffffff", font_weight="bold")
    yield text(40, 27, person.short, 15, font_weight="bold")
    vp = speaks.say(words.WORTH, vp=game.vp[seat])
    marks = words.marks(speaks, game.pits[seat].money)
    yield text(PIT_WIDTH - 10, 27, f"{vp} · {marks}", 14, text_anchor="end")


def _shaft(pit: Pit) -> Iterator[str]:
    """The shaft with the cage, which hangs at the surface or at a level."""
    yield line(8, SURFACE, PIT_WIDTH - 8, SURFACE, stroke="#777777", stroke_width=2)
    depth = 4 * LEVEL_HEIGHT
    yield box(SHAFT, SURFACE - 22, SHAFT_WIDTH, depth + 24, rx=0, fill="#efece4", stroke="#bbbbbb")
    cage = SURFACE - 21 + pit.depth * LEVEL_HEIGHT
    yield box(SHAFT, cage, SHAFT_WIDTH, 22, fill="#ffffff", stroke_width=2)
    for number, colour in enumerate(_colours(pit.cage)):
        yield _cube(SHAFT + 2 + number * 5, cage + 8, colour, 6)


def _level(pit: Pit, level: int) -> Iterator[str]:
    """Light side on the left, dark on the right; cubes lie on the first lorries of the level."""
    y = SURFACE + 6 + level * LEVEL_HEIGHT
    light = sum(tile.lorries for tile in pit.tiles if tile.colour == level and tile.light)
    light += OWN_LORRY_LIGHT[level]
    dark = coal.count(pit.lorries, level) - light
    cubes = _colours(pit.loaded[level])
    places = [SHAFT - 8 - LORRY - n * (LORRY + LORRY_GAP) for n in range(light)]
    places += [SHAFT + SHAFT_WIDTH + 8 + n * (LORRY + LORRY_GAP) for n in range(dark)]
    yield mark("rect", x=8, y=y - 4, width=5, height=LEVEL_HEIGHT - 4, fill=COAL_COLOURS[level])
    for number, x in enumerate(places):
        yield box(x, y, LORRY, LORRY, rx=2, fill="#ffffff" if number < light else "#d9d5cc")
        if number < len(cubes):
            yield _cube(x + 2.5, y + 2.5, cubes[number], LORRY - 5)


def _lists(pit: Pit, speaks: Tongue) -> Iterator[str]:
    """The lists of a pit: storage, outstanding orders with their cubes, and delivered ones."""
    y = SURFACE + 4 * LEVEL_HEIGHT + 24
    yield text(10, y, speaks.say(words.STORAGE), 12, fill="#555555")
    for number, colour in enumerate(_colours(pit.storage)):
        yield _cube(LIST + number * 15, y - 10, colour, 12)
    yield text(10, y + 20, speaks.within("label", "outstanding"), 12, fill="#555555")
    lines = _lines_of(pit)
    for number, line_of in enumerate(lines):
        yield from _orders(pit, line_of, y + 20 + number * LIST_HEIGHT)
    y += 40 + (len(lines) - 1) * LIST_HEIGHT
    yield text(10, y, speaks.say(words.DELIVERED), 12, fill="#555555")
    for number, part in enumerate(_wrapped(pit.delivered)):
        yield text(LIST, y + number * LIST_HEIGHT, part, 11)


def _lines_of(pit: Pit) -> list[list[Card]]:
    """The outstanding orders, as many in a line as fit."""
    lines: list[list[Card]] = [[]]
    width = 0
    for card in pit.orders:
        needed = _order_width(pit.orders[card])
        if width + needed > PIT_WIDTH - LIST - 8:
            lines.append([])
            width = 0
        lines[-1].append(card)
        width += needed
    return lines


def _order_width(order: Order) -> int:
    return 17 + 11 * (coal.total(order.held) + coal.total(order.free))


def _orders(pit: Pit, cards: Sequence[Card], y: float) -> Iterator[str]:
    """Each by its vehicle's initial, with the cubes that lie on it and a frame for each free spot."""
    start = LIST
    for card in cards:
        order, x = pit.orders[card], start + 12
        yield text(start, y, VEHICLES[card.vehicle][0].upper(), 12)
        for colour in _colours(order.held):
            yield _cube(x, y - 9, colour, 9)
            x += 11
        for colour in _colours(order.free):
            yield box(x + 1, y - 8, 7, 7, rx=1, stroke=COAL_COLOURS[colour], stroke_width=2)
            x += 11
        start += _order_width(order)


def _wrapped(cards: Sequence[Card]) -> list[str]:
    """Seven names fit into a line."""
    names = [card.name for card in cards]
    return [" · ".join(names[at : at + 7]) for at in range(0, len(names), 7)]


def _cube(x: float, y: float, colour: int, size: float) -> str:
    """A cube of coal; large ones bear the colour's letter too."""
    drawn = mark("rect", x=x, y=y, width=size, height=size, fill=COAL_COLOURS[colour], stroke=INK)
    if size < 9:
        return drawn
    letter = coal.LETTERS[colour]
    middle = text(x + size / 2, y + size - 2, letter, size - 1, text_anchor="middle", fill=COAL_INK[colour])
    return drawn + middle


def _colours(heap: int) -> list[int]:
    return [coal.LETTERS.index(letter) for letter in coal.letters(heap)]

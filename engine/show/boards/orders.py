"""A player's things besides the pit: storage, balance of tiles, outstanding and delivered orders."""

from __future__ import annotations

from typing import Final

from engine.tongue import Tongue

from ...rules import HIDDEN_CARD, Card, Order, Pit, coal
from ...rules.components import VP_PER_IMBALANCE
from .. import words
from ..layout import cells, in_columns, left, width_of, wrap
from ..scribe import Scribe

_NAME: Final = len("C-ybgk") + 1
_SPOTS: Final = len("ybgk") + 1


def belongings(pit: Pit, by: Scribe, width: int, columns: int = 1) -> list[str]:
    """Storage, tiles and delivered orders, then a line for each outstanding one, or several on a line."""
    say = by.tongue.say
    told = [
        (say(words.STORAGE), coal.letters(pit.storage) or say(words.EMPTY)),
        (say(words.TILES), balance(pit, by.tongue)),
        (say(words.DELIVERED), delivered(pit, by.tongue)),
    ]
    label = width_of(name for name, _ in told) + 1
    lines = [line for name, text in told for line in wrap(text, left(name, label), width=width)]
    orders = [line for card, order in pit.orders.items() for line in _order_lines(card, order, by)]
    return lines + _in_columns(orders, columns, width)


def narrowest(by: Scribe) -> int:
    """The width of the longest line, which can't be wrapped."""
    worth = max(cells(by.tongue.say(words.WORTH, vp=10)), cells("holding"))
    return _NAME + _SPOTS + worth + 1 + max(cells(by.tongue.say(words.READY)), 6)


def _in_columns(lines: list[str], columns: int, width: int) -> list[str]:
    """One below the other, then on in the next column."""
    if columns == 1 or not lines:
        return lines
    high = -(-len(lines) // columns)
    padded = [*lines, *[""] * (high * columns - len(lines))]
    rows = [padded[at::high] for at in range(high)]
    return in_columns(rows, [width // columns] * columns)


def balance(pit: Pit, tongue: Tongue) -> str:
    light = sum(tile.light for tile in pit.tiles)
    vp = pit.imbalance() * VP_PER_IMBALANCE
    template = words.IMBALANCE if vp else words.BALANCE
    return tongue.say(template, light=light, dark=len(pit.tiles) - light, vp=vp)


def delivered(pit: Pit, tongue: Tongue, between: str = " ") -> str:
    if HIDDEN_CARD in pit.delivered:
        return tongue.say(words.FACE_DOWN, n=len(pit.delivered))
    return between.join(card.name for card in pit.delivered) or tongue.say(words.NOTHING)


def _order_lines(card: Card, order: Order, by: Scribe) -> list[str]:
    """`C-kk   k.    9 VP`: a letter for each filled spot, a sign for each free one."""
    say = by.tongue.say
    ready = "" if order.free else f" {say(words.READY)}"
    worth = say(words.WORTH, vp=f"{card.vp:>2}")
    lines = [f"{card.name:<{_NAME}}{spots(card, order, by):<{_SPOTS}}{worth}{ready}"]
    if order.held != card.spots - order.free:
        lines.append(" " * _NAME + say(words.HOLDS, cubes=coal.letters(order.held)))
    return lines


def spots(card: Card, order: Order, by: Scribe) -> str:
    """A letter for each filled spot, a sign for each free one."""
    filled = coal.counts(card.spots - order.free)
    spots = coal.counts(card.spots)
    return "".join(
        (letter * have).ljust(n, by.signs.room)
        for letter, have, n in zip(coal.LETTERS, filled, spots, strict=True)
    )

"""What a player has besides the pit: storage, balance of tiles, outstanding and delivered orders."""

from __future__ import annotations

from typing import Final

from ..rules import HIDDEN_CARD, Card, Order, Pit, coal
from ..rules.components import VP_PER_IMBALANCE
from . import words
from .layout import ROOM, wrap

_LABEL: Final = max(map(len, (words.STORAGE, words.TILES, words.DELIVERED))) + 1
NARROWEST: Final = 28
"""What the longest line needs that can't be wrapped."""


def belongings(pit: Pit, width: int) -> list[str]:
    """Storage, tiles and delivered orders, then a line for each outstanding one."""
    lines = [
        *_labelled(words.STORAGE, coal.letters(pit.storage) or words.NOTHING, width),
        *_labelled(words.TILES, _balance(pit), width),
        *_labelled(words.DELIVERED, _delivered(pit), width),
    ]
    for card, order in pit.orders.items():
        lines += _order_lines(card, order)
    return lines


def _labelled(label: str, text: str, width: int) -> list[str]:
    return wrap(text, label.ljust(_LABEL), width=width)


def _balance(pit: Pit) -> str:
    light = sum(tile.light for tile in pit.tiles)
    vp = pit.imbalance() * VP_PER_IMBALANCE
    template = words.IMBALANCE if vp else words.BALANCE
    return template.format(light=light, dark=len(pit.tiles) - light, vp=vp)


def _delivered(pit: Pit) -> str:
    if HIDDEN_CARD in pit.delivered:
        return words.FACE_DOWN.format(n=len(pit.delivered))
    return " ".join(card.name for card in pit.delivered) or words.NOTHING


def _order_lines(card: Card, order: Order) -> list[str]:
    """`C-kk   k.    9 VP`: a letter for each filled spot, a dot for each free one."""
    ready = "" if order.free else f" {words.READY}"
    lines = [f"{card.name:<6} {_spots(card, order):<4} {card.vp:>2} {words.VP}{ready}"]
    if order.held != card.spots - order.free:
        lines.append("       " + words.HOLDS.format(cubes=coal.letters(order.held)))
    return lines


def _spots(card: Card, order: Order) -> str:
    filled = coal.counts(card.spots - order.free)
    spots = coal.counts(card.spots)
    return "".join(
        (letter * have).ljust(n, ROOM) for letter, have, n in zip(coal.LETTERS, filled, spots, strict=True)
    )

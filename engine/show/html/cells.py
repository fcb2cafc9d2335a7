"""The small things of the game: cubes, room for cubes, tiles, orders and workers, each drawn once.

Cubes of a colour that lie together are one box with a letter for each, as short in the page as to the eye.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from typing import Final

from ...rules import Card, Order, Tile, coal
from .look import SEATS, SNOW, SOFT

GAP: Final = " "
ROOM: Final = "\N{WHITE SQUARE}"
"""Room for a cube: an empty lorry, a free spot, a free place in the cage."""
_CUBE: Final = {
    "y": "background:#f7c948;color:#2b2100",
    "b": "background:#8a5a2b;color:#ffffff",
    "g": "background:#aab2b7;color:#14181a",
    "k": "background:#000000;color:#ffffff;border:1px solid #8b8f96",
}


@lru_cache(maxsize=4096)
def boxes(signs: str) -> str:
    """Cubes by their letters, in this order, and room between them."""
    return "".join([_run(sign, len([*run])) for sign, run in groupby(signs)])


def _run(sign: str, n: int) -> str:
    if sign == ROOM:
        return ROOM * n
    return f'<b style="{_CUBE[sign]};padding:0 3px">{"&nbsp;".join([sign] * n)}</b>'


def cubes(heap: int) -> str:
    return boxes(coal.letters(heap))


def load(waiting: Iterator[str], lorries: int) -> str:
    """So many lorries with the cubes that still wait for one."""
    return boxes("".join([next(waiting, ROOM) for _ in range(lorries)]))


@lru_cache(maxsize=64)
def new_tile(tile: Tile) -> str:
    """A tile as it lies in the factory, with the cubes that it will bring."""
    return boxes(coal.LETTERS[tile.colour] * tile.lorries)


@lru_cache(maxsize=4096)
def spots(card: Card, order: Order | None = None) -> str:
    """An order's spots: a cube for each that is filled, room for each that is free.

    A card that nobody has is drawn with the cubes that it asks for.
    """
    free = order.free if order else 0
    signs = ""
    for letter, n, open_ in zip(coal.LETTERS, coal.counts(card.spots), coal.counts(free), strict=True):
        signs += letter * (n - open_) + ROOM * open_
    return boxes(signs)


@lru_cache(maxsize=1024)
def workers(mark: str, seat: int, n: int) -> str:
    """`A2`: two workers of A. Without a number it stands for the player."""
    return f'<b style="background:{SEATS[seat]};color:{SNOW};padding:0 4px">{mark}{n or ""}</b>'


def soft(text: str) -> str:
    return f'<span class="s" style="color:{SOFT}">{text}</span>' if text else ""

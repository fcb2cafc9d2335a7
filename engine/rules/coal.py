"""A heap of coal cubes as one number: a byte for each colour.

The supply, a cage, a storage, the cubes on a level's lorries and the free spots of an order are all
counts by colour. Packed into an int they add, compare and copy at once, and can't be shared by
mistake. No heap ever holds more than 64 cubes, so no byte overflows, and since 256 leaves 1 when
divided by 255, `heap % 255` is the number of cubes in it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

Heap = int

LETTERS = "ybgk"
COLOURS = range(4)
ONE: tuple[Heap, ...] = tuple(1 << 8 * colour for colour in COLOURS)
ANY: tuple[Heap, ...] = tuple(255 << 8 * colour for colour in COLOURS)
"""`heap & ANY[colour]` is nonzero when the heap has a cube of that colour."""


def heap(colours: Iterable[int]) -> Heap:
    """The heap of these cubes."""
    return sum(ONE[colour] for colour in colours)


@lru_cache(maxsize=8192)
def from_letters(letters: str) -> Heap:
    return heap(LETTERS.index(letter) for letter in letters)


def from_counts(counts: Iterable[int]) -> Heap:
    return sum(count * one for count, one in zip(counts, ONE, strict=True))


def count(of: Heap, colour: int) -> int:
    return of >> 8 * colour & 255


def counts(of: Heap) -> tuple[int, int, int, int]:
    return of & 255, of >> 8 & 255, of >> 16 & 255, of >> 24


def total(of: Heap) -> int:
    return of % 255


@lru_cache(maxsize=8192)
def letters(of: Heap) -> str:
    """`yyk` for two yellow cubes and a black one."""
    return "".join(letter * n for letter, n in zip(LETTERS, counts(of), strict=True))

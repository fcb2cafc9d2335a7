"""Work steps as they are written down for a pit, before it is known which orders they serve.

Orders that lack the same spots are served by the same steps, so a sheet says only which colour of spot a
cube goes to.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from ..coal import COLOURS, Heap, count, counts, from_counts, heap
from ..game import Pit
from .steps import LOADS, PLACES, STORED, Load, To

GO: Final = tuple(To(depth) for depth in range(len(PLACES)))


class Put(NamedTuple):
    """These cubes on a spot of this colour: a fill that leaves open on which order."""

    spot: int
    cubes: tuple[int, ...]


Line = To | Load | Put


@lru_cache(maxsize=1 << 16)
def overlap(a: Heap, b: Heap) -> Heap:
    """The cubes that both heaps have: the lesser count of each colour."""
    return from_counts(map(min, counts(a), counts(b)))


@lru_cache(maxsize=1 << 12)
def colours(of: Heap) -> tuple[int, ...]:
    """The colour of each cube."""
    return tuple(colour for colour in COLOURS for _ in range(count(of, colour)))


def first(n: int, of: Heap) -> Heap:
    """The first n cubes of a heap: all if there are fewer, none if n is negative."""
    return of if n >= of % 255 else heap(colours(of)[: max(n, 0)])


class Worksheet:
    """The lines so far, with the cubes at hand and the spots that are still to be filled."""

    __slots__ = ("_cage", "_depth", "_loaded", "_spots", "_storage", "lines")

    def __init__(self, pit: Pit, spots: Heap) -> None:
        self._depth = pit.depth
        self._loaded = pit.loaded
        self._cage = [*colours(pit.cage)]
        self._storage = [colour + STORED for colour in colours(pit.storage)]
        self._spots = [*colours(spots)]
        self.lines: list[Line] = []

    def go(self, depth: int) -> None:
        if depth != self._depth:
            self.lines.append(GO[depth])
            self._depth = depth

    def load(self, levels: Iterable[int], cubes: Heap) -> None:
        """Load these cubes at these levels."""
        for level in levels:
            if part := overlap(cubes, self._loaded[level - 1]):
                cubes -= part
                self.go(level)
                self.lines += [LOADS[colour] for colour in colours(part)]
                self._cage += colours(part)

    def place(self, coming: Heap = 0) -> None:
        """Fill what can be filled. Spots for which matching cubes are still `coming` take no pairs."""
        hands = [self._storage] if self._depth else [self._cage, self._storage]
        for cubes in hands:
            for cube in cubes[:]:
                if cube % STORED in self._spots:
                    cubes.remove(cube)
                    self._put(cube % STORED, cube)
        pairs = sum(map(len, hands)) // 2
        for spot in colours(heap(self._spots) - coming)[:pairs]:
            self._put(spot, (hands[0] or hands[-1]).pop(), (hands[0] or hands[-1]).pop())

    def _put(self, spot: int, *cubes: int) -> None:
        self._spots.remove(spot)
        self.lines.append(Put(spot, cubes))

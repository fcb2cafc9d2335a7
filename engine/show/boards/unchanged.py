"""Pits that stay as they are from ply to ply: most do, and all at the table read about each of them.

A pit can be changed and so can't be a key; what is in it can.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache, wraps
from typing import Generic, NamedTuple, TypeVar

from ...rules import Card, Game, Order, Pit, Tile
from ...rules.coal import Heap

Key = TypeVar("Key", bound=Hashable)
By = TypeVar("By", bound=Hashable)
"""The writer: lines in another language are other lines."""


class PitContents(NamedTuple):
    """All that is shown of a pit; the money stands elsewhere."""

    tiles: tuple[Tile, ...]
    lorries: Heap
    loaded: tuple[Heap, ...]
    cage: Heap
    depth: int
    storage: Heap
    orders: tuple[tuple[Card, Order], ...]
    delivered: tuple[Card, ...]

    @classmethod
    def of(cls, pit: Pit) -> PitContents:
        return cls(
            pit.tiles,
            pit.lorries,
            tuple(pit.loaded),
            pit.cage,
            pit.depth,
            pit.storage,
            tuple(pit.orders.items()),
            pit.delivered,
        )

    def as_pit(self) -> Pit:
        return Pit(
            money=0,
            tiles=self.tiles,
            lorries=self.lorries,
            loaded=list(self.loaded),
            cage=self.cage,
            depth=self.depth,
            storage=self.storage,
            orders=dict(self.orders),
            delivered=self.delivered,
        )


class Shown(Generic[Key]):
    """A position, the same as any other of which the same is shown."""

    __slots__ = ("game", "key")

    def __init__(self, game: Game, key: Key) -> None:
        self.game, self.key = game, key

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Shown) and self.key == other.key


def once(write: Callable[[Pit, By], list[str]]) -> Callable[[Pit, By], list[str]]:
    """Lines about a pit are written once, and kept until many others were."""

    @lru_cache(maxsize=512)
    def written(contents: PitContents, by: By) -> tuple[str, ...]:
        return tuple(write(contents.as_pit(), by))

    @wraps(write)
    def kept(pit: Pit, by: By) -> list[str]:
        return list(written(PitContents.of(pit), by))

    return kept

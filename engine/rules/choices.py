"""A sequence of choices, the long tail of which is made only when asked for.

A draw-five leaves up to 480 ways to go on, a full storage hundreds of substitutions: all of them can be
counted and indexed at once, and none is built unless someone looks at it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar, overload

T = TypeVar("T")


class Choices(Sequence[T]):
    """The `listed` choices, then `more` that `make(0)`, `make(1)`, … give."""

    __slots__ = ("_listed", "_make", "_more")

    def __init__(self, listed: Sequence[T], more: int, make: Callable[[int], T]) -> None:
        self._listed = listed
        self._more = more
        self._make = make

    def __len__(self) -> int:
        return len(self._listed) + self._more

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> list[T]: ...
    def __getitem__(self, index: int | slice) -> T | list[T]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        place = index if index >= 0 else index + len(self)
        if not 0 <= place < len(self):
            raise IndexError(index)
        later = place - len(self._listed)
        return self._make(later) if later >= 0 else self._listed[place]

    def __iter__(self) -> Iterator[T]:
        yield from self._listed
        for index in range(self._more):
            yield self._make(index)

    def __repr__(self) -> str:
        return f"<{len(self)} choices>"

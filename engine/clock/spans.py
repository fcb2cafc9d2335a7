"""Stretches of time in which a clock stands still, and counting only the seconds outside of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import merge
from typing import Final, NamedTuple

FOREVER: Final = 1 << 62
"""The end of a stretch whose end is not known yet."""


class Span(NamedTuple):
    """From its first second up to, but without, its end."""

    begins: int
    ends: int


def join(*many: Iterable[Span]) -> Iterator[Span]:
    """All of these, each in order, as stretches that are in order and apart from each other."""
    held: Span | None = None
    for span in merge(*many):
        if span.ends <= span.begins:
            continue
        if held is None or span.begins > held.ends:
            if held is not None:
                yield held
            held = span
        else:
            held = Span(held.begins, max(held.ends, span.ends))
        if held.ends == FOREVER:
            break
    if held is not None:
        yield held


def after(begins: int, seconds: int, still: Iterable[Span]) -> int | None:
    """The first moment by which so many seconds have run; `None` if the clock stands before that for good.

    `still` is in order, and may be endless.
    """
    at = begins
    for span in still:
        free = span.begins - at
        if free > 0:
            if seconds <= free:
                break
            seconds -= free
        elif not seconds:
            break
        at = max(at, span.ends)
        if at == FOREVER:
            return None
    return at + seconds


def running(begins: int, ends: int, still: Iterable[Span]) -> int:
    """The seconds between two moments that have run."""
    total = at = 0
    at = begins
    for span in still:
        if span.begins >= ends:
            break
        total += max(0, span.begins - at)
        at = max(at, span.ends)
    return total + max(0, ends - at)

"""Text in lines and columns. Nothing here knows the game.

Widths are those of a terminal: a wide letter takes two cells, an accent of its own none.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

WIDTH: Final = 78
_JAMO: Final = range(0x1160, 0x1200)
"""Vowels and endings that join the letter before them."""


def cells(text: str) -> int:
    """The width of a text."""
    return len(text) if text.isascii() else _cells(text)


@lru_cache(maxsize=4096)
def _cells(text: str) -> int:
    return sum(map(_cell, text))


@lru_cache(maxsize=2048)
def _cell(letter: str) -> int:
    if unicodedata.category(letter) in {"Mn", "Me", "Cf"} or ord(letter) in _JAMO:
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def left(text: str, width: int) -> str:
    """At the left of so many cells."""
    return text + " " * (width - cells(text))


def right(text: str, width: int) -> str:
    return " " * (width - cells(text)) + text


def cut(text: str, width: int) -> str:
    """As much of a text as fits. A remark in brackets is left out whole: nobody is called `Greedy 1 (b`."""
    if cells(text) <= width:
        return text
    end = next(n for n in range(len(text), -1, -1) if cells(text[:n]) <= width)
    begun, _, remark = text[:end].rstrip().rpartition(" (")
    return begun.rstrip() if begun.strip() and ")" not in remark else text[:end].rstrip()


def rule(title: str, sign: str) -> str:
    """A line across, with a title in it."""
    begun = f"{sign * 3} {title} " if title else ""
    return begun + sign * (WIDTH - cells(begun))


def wrap(text: str, first: str = "", then: str | None = None, width: int = WIDTH) -> list[str]:
    """Break a text at its spaces; later lines are indented like the first unless `then` says otherwise.

    Spaces that follow each other are one, and so is a line break.
    """
    return list(_wrapped(text, first, then, width))


@lru_cache(maxsize=2048)
def _wrapped(text: str, first: str, then: str | None, width: int) -> tuple[str, ...]:
    """Kept, because all in a game read the same sentences, and some of them for several plies."""
    pieces = text.replace("\n", " ").split(" ")  # a space that does not break is left as it is
    return tuple(flow([piece for piece in pieces if piece], first, then, width))


def flow(items: Iterable[str], first: str = "", then: str | None = None, width: int = WIDTH) -> list[str]:
    """Items after each other, lines broken only between them; one that fits on no line is broken."""
    indent = " " * cells(first) if then is None else then
    items = _fitting(items, width - cells(indent))
    lines: list[str] = []
    line, used, begun = first, cells(first), False
    for item in items:
        need = cells(item)
        if begun and used + 1 + need > width:
            lines.append(line)
            line, used, begun = indent, cells(indent), False
        if begun:
            line, used = f"{line} {item}", used + 1 + need
            continue
        *whole, rest = [item] if used + need <= width else _broken(item, used, width)
        for part in whole:
            lines.append(line + part)
            line = indent
        line, begun = line + rest, True
        used = cells(line)
    return [*lines, line] if begun else [*lines, line.rstrip()]


def _fitting(items: Iterable[str], room: int) -> Iterator[str]:
    """The items, those that are too long as their words."""
    for item in items:
        if cells(item) <= room:
            yield item
        else:
            yield from item.split(" ")


def _broken(item: str, used: int, width: int) -> list[str]:
    """An item that is too long, in parts that are not; later lines begin like the first."""
    parts = [""]
    for letter in item:
        if parts[-1] and used + cells(parts[-1]) + cells(letter) > width:
            parts.append("")
        parts[-1] += letter
    return parts


def ends(one: str, other: str) -> list[str]:
    """One text at each end of a line; on two lines if they do not fit on one."""
    gap = WIDTH - cells(one) - cells(other)
    return [one + " " * gap + other] if gap > 1 else [one, other]


def in_columns(rows: Iterable[Sequence[str]], widths: Sequence[int]) -> list[str]:
    """Rows of cells under each other, each at least one space from the next."""
    lines = []
    for row in rows:
        padded = [left(cell, width - 1) + " " for cell, width in zip(row, widths, strict=True)]
        lines.append("".join(padded).rstrip())
    return lines


def width_of(lines: Iterable[str]) -> int:
    return max(map(cells, lines), default=0)


def beside(one: Sequence[str], other: Sequence[str], at: int) -> list[str]:
    """Two blocks next to each other, the other one from column `at` on."""
    height = max(len(one), len(other))
    padded = [*one, *[""] * (height - len(one))], [*other, *[""] * (height - len(other))]
    return [(left(a, at) + b).rstrip() for a, b in zip(*padded, strict=True)]


def beside_or_below(one: Sequence[str], other: Sequence[str], at: int) -> list[str]:
    """Two blocks next to each other if there is room, at column `at` if possible; else below each other."""
    least, most = width_of(one) + 2, WIDTH - width_of(other)
    return beside(one, other, max(least, min(at, most))) if least <= most else [*one, "", *other]

"""Text in lines and columns. Nothing here knows the game."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from typing import Final

WIDTH: Final = 78
ROOM: Final = "."
"""Where something could lie and nothing does."""
_GLUE: Final = "\0"


def rule(title: str = "", sign: str = "-") -> str:
    """A line across, with a title in it."""
    return (f"{sign * 3} {title} " if title else "").ljust(WIDTH, sign)


def wrap(text: str, first: str = "", then: str | None = None, width: int = WIDTH) -> list[str]:
    """Break a text at its spaces; later lines are indented like the first unless `then` says otherwise."""
    indent = " " * len(first) if then is None else then
    return textwrap.wrap(
        text,
        width,
        initial_indent=first,
        subsequent_indent=indent,
        break_long_words=True,
        break_on_hyphens=False,
    ) or [first.rstrip()]


def flow(items: Iterable[str], first: str = "", then: str | None = None, width: int = WIDTH) -> list[str]:
    """Items after each other, lines broken only between them."""
    whole = " ".join(item.replace(" ", _GLUE) for item in items)
    return [line.replace(_GLUE, " ") for line in wrap(whole, first, then, width)]


def ends(left: str, right: str) -> list[str]:
    """One text at each end of a line; on two lines if they do not fit on one."""
    gap = WIDTH - len(left) - len(right)
    return [left + " " * gap + right] if gap > 1 else [left, right]


def in_columns(rows: Iterable[Sequence[str]], widths: Sequence[int]) -> list[str]:
    """Rows of cells under each other, each at least one space from the next."""
    lines = []
    for row in rows:
        cells = [cell.ljust(width - 1) + " " for cell, width in zip(row, widths, strict=True)]
        lines.append("".join(cells).rstrip())
    return lines


def width_of(lines: Iterable[str]) -> int:
    return max(map(len, lines), default=0)


def beside(left: Sequence[str], right: Sequence[str], at: int) -> list[str]:
    """Two blocks next to each other, the right one from column `at` on."""
    height = max(len(left), len(right))
    padded = [*left, *[""] * (height - len(left))], [*right, *[""] * (height - len(right))]
    return [(a.ljust(at) + b).rstrip() for a, b in zip(*padded, strict=True)]

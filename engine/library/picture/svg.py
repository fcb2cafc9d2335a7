"""Writing SVG: a mark for each thing that is drawn, and strangers' words made harmless."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Final

FONT: Final = "DejaVu Sans, Verdana, sans-serif"
INK: Final = "#222222"
PALE: Final = "#c9c5bd"
PAPER: Final = "#fffdf8"

SEAT_COLOURS: Final = ("#0072b2", "#d55e00", "#009e73", "#b0559a")
"""Colours that people with any colour vision tell apart; a letter always stands beside them."""
COAL_COLOURS: Final = ("#f0c63c", "#8a5a2b", "#9aa0a6", "#2b2b2b")
COAL_INK: Final = ("#222222", "#ffffff", "#222222", "#ffffff")

Number = int | float


def mark(name: str, *inside: str, **given: Number | str) -> str:
    """An element. Underscores in the names of attributes stand for hyphens."""
    attributes = "".join(f' {key.replace("_", "-")}="{_written(value)}"' for key, value in given.items())
    return f"<{name}{attributes}>{''.join(inside)}</{name}>" if inside else f"<{name}{attributes}/>"


def text(x: Number, y: Number, words: str, size: Number = 13, **given: Number | str) -> str:
    """Words whose baseline begins at a point."""
    return mark("text", escape(words), x=x, y=y, font_size=size, **{"fill": INK, **given})


def box(x: Number, y: Number, width: Number, height: Number, **given: Number | str) -> str:
    """A rectangle with a thin edge."""
    return mark(
        "rect",
        x=x,
        y=y,
        width=width,
        height=height,
        **{"rx": 3, "fill": "none", "stroke": INK, "stroke_width": 1, **given},
    )


def line(x: Number, y: Number, to_x: Number, to_y: Number, **given: Number | str) -> str:
    return mark("line", x1=x, y1=y, x2=to_x, y2=to_y, **{"stroke": INK, "stroke_width": 1, **given})


def picture(width: int, height: int, title: str, marks: Iterable[str]) -> str:
    """A whole picture; `title` is what a screen reader says."""
    return mark(
        "svg",
        mark("title", escape(title)),
        mark("rect", width=width, height=height, fill=PAPER),
        *marks,
        xmlns="http://www.w3.org/2000/svg",
        width=width,
        height=height,
        viewBox=f"0 0 {width} {height}",
        font_family=FONT,
        role="img",
    )


def _written(value: Number | str) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else escape(str(value))

"""The scribe for a reader: a language and a style, and the signs that go with it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from engine.tongue import Tongue

from .speaking import aloud
from .spelling import spelt
from .style import Style
from .words import ENGLISH


class Signs(NamedTuple):
    """The signs with which a style draws."""

    rule: str
    """A line across, below it the same for the head."""
    double: str
    ground: str
    wall: str
    rope: str
    cage: str
    """Both ends of it, and a place between them."""
    room: str
    """The sign for an empty place."""
    none: str
    turn: str
    """Before the player whose turn it is."""


_SIGNS: Final = {
    Style.ASCII: Signs("-", "=", "-", "|", ":", "{{{}}}", ".", "-", ">"),
    Style.UNICODE: Signs("─", "═", "─", "│", "┊", "┫{}┣", "·", "–", "»"),
    Style.SPOKEN: Signs("", "", "", "", "", "", "", "", ""),
}


class Scribe(NamedTuple):
    """Says and draws in one language and style."""

    tongue: Tongue
    style: Style
    signs: Signs

    @property
    def spoken(self) -> bool:
        return self.style is Style.SPOKEN


@lru_cache(maxsize=64)
def scribe(tongue: Tongue = ENGLISH, style: Style = Style.ASCII) -> Scribe:
    written = {Style.ASCII: spelt, Style.SPOKEN: aloud}.get(style)
    return Scribe(written(tongue) if written else tongue, style, _SIGNS[style])

"""The people at a table, as they are shown: a short name that breaks nothing, and one letter for each.

Names are what strangers chose. Here they become printable and of a known width, so that no name can
break a board or a terminal.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from string import ascii_uppercase
from typing import Final, NamedTuple

from engine.tongue import Tongue

from . import words
from .layout import cells, cut
from .spelling import in_ascii
from .style import Style

LONGEST: Final = 30
SHORT: Final = 14
"""The most cells for a name in a table."""


class NamedPlayer(NamedTuple):
    """`mark` is a letter that nobody else at the table has."""

    mark: str
    name: str

    @property
    def full(self) -> str:
        """The name with the letter, unless that is all the name is."""
        return self.name if self.name == self.mark else f"{self.name} ({self.mark})"

    @property
    def short(self) -> str:
        """As much of the name as fits into a table."""
        return cut(self.name, SHORT)


def people(
    names: Sequence[str], tongue: Tongue = words.ENGLISH, style: Style = Style.ASCII
) -> list[NamedPlayer]:
    """The people on seats 0, 1, …; one whose name can't be shown is called by the seat."""
    return list(_people(tuple(names), tongue, style))


@lru_cache(maxsize=256)
def _people(names: tuple[str, ...], tongue: Tongue, style: Style) -> tuple[NamedPlayer, ...]:
    seated: list[NamedPlayer] = []
    for seat, given in enumerate(names, start=1):
        name = _shown(in_ascii(given) if style is Style.ASCII else given)
        name = name or tongue.say(words.NAMELESS, number=seat)
        taken = {person.mark for person in seated}
        seated.append(NamedPlayer(_mark(name, taken), name))
    return tuple(seated)


def _shown(name: str) -> str:
    """The printable part of a name; empty if there is nothing to read in it."""
    composed = unicodedata.normalize("NFC", name)
    seen = "".join(c if c.isprintable() else " " for c in composed if not _unseen(c))
    shown = " ".join(seen.split())
    while shown and not cells(shown[0]):  # an accent with nothing to stand on
        shown = shown[1:].lstrip()
    return cut(shown, LONGEST) if any(c.isalnum() for c in shown) else ""


def _unseen(letter: str) -> bool:
    """Whether a sign only steers how others are drawn, and could turn a line round."""
    return unicodedata.category(letter) == "Cf"


def _mark(name: str, taken: set[str]) -> str:
    """The name's first letter that is still free, else any that is."""
    wishes = "".join(c for c in in_ascii(name).upper() if c in ascii_uppercase)
    return next(c for c in wishes + ascii_uppercase if c not in taken)

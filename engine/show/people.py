"""How the people at a table are shown: a short plain name, and one letter for each.

Names are what strangers chose. Here they become printable ASCII of a known width, so that no name can
break a board or a terminal.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from string import ascii_uppercase
from typing import Final, NamedTuple

from . import words

LONGEST: Final = 14

_SPELT: Final = str.maketrans(
    {"ß": "ss", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L"}
)
"""Letters that are not a plain one with an accent."""


class Person(NamedTuple):
    """`mark` is a letter that nobody else at the table has."""

    mark: str
    name: str

    @property
    def full(self) -> str:
        """The name with the letter, unless that is all the name is."""
        return self.name if self.name == self.mark else f"{self.name} ({self.mark})"


def people(names: Sequence[str]) -> list[Person]:
    """The people on seats 0, 1, …; one whose name can't be shown is called by the seat."""
    seated: list[Person] = []
    for seat, given in enumerate(names, start=1):
        name = _plain(given) or words.NAMELESS.format(number=seat)
        taken = {person.mark for person in seated}
        seated.append(Person(_mark(name, taken), name))
    return seated


def _plain(name: str) -> str:
    """The name in printable ASCII, without accents; empty if nothing is left of it."""
    letters = unicodedata.normalize("NFKD", name.translate(_SPELT))
    bare = [c for c in letters if not unicodedata.combining(c)]
    shown = " ".join("".join(c if c.isascii() and c.isprintable() else " " for c in bare).split())
    return shown[:LONGEST].rstrip() if any(c.isalnum() for c in shown) else ""


def _mark(name: str, taken: set[str]) -> str:
    """The name's first letter that is still free, else any that is."""
    wishes = "".join(c for c in name.upper() if c in ascii_uppercase)
    return next(c for c in wishes + ascii_uppercase if c not in taken)

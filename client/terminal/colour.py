"""Colours for boards and lists: the same text, with the coal in its own colours and titles that stand out.

Only signs that mean something are coloured, and every text reads the same without.
"""

from __future__ import annotations

import re
from typing import Final


class Drawn(str):
    """A text of ours in which signs have a meaning, to be shown in colours."""

    __slots__ = ()


_BOLD: Final = "1"
_DIM: Final = "2"
_COAL: Final = {"y": "33", "b": "38;5;130", "g": "37", "k": "90"}
"""Yellow, brown, gray and black as terminals know them; black as a dark gray, to be seen on black too."""

_TITLE: Final = re.compile(r"^(?:[-─]{3} .*|[A-ZÄÖÜА-ЯЁ]{3,}(?: [A-ZÄÖÜА-ЯЁ]+)*\b)", re.MULTILINE)
_ACROSS: Final = re.compile(r"^[=═]{10,}$", re.MULTILINE)
_TURN: Final = re.compile(r"^[>»] .*$", re.MULTILINE)
_NUMBER: Final = re.compile(r"^ {0,6}\d{1,3}[a-z]?(?=  )", re.MULTILINE)
_CARRIED: Final = re.compile(r"(?<=[\[({┫])[ybgk.·]{1,5}(?=[\])}┣])")
_CARD: Final = re.compile(r"\b[BCME]-([ybgk]{1,4})\b")
_TILE: Final = re.compile(r"\b([ybgk])[12][LD]\b")


def paint(text: str) -> str:
    """The text for a terminal with colours."""
    text = _CARRIED.sub(lambda found: _cubes(found[0]), text)
    text = _CARD.sub(lambda found: found[0][:2] + _cubes(found[1]), text)
    text = _TILE.sub(lambda found: _cubes(found[1]) + found[0][1:], text)
    text = _NUMBER.sub(lambda found: _in(_BOLD, found[0]), text)
    text = _TITLE.sub(lambda found: _in(_BOLD, found[0]), text)
    text = _TURN.sub(lambda found: _in(_BOLD, found[0]), text)
    return _ACROSS.sub(lambda found: _in(_DIM, found[0]), text)


def _cubes(letters: str) -> str:
    return "".join(_in(_COAL[letter], letter) if letter in _COAL else letter for letter in letters)


def _in(colour: str, text: str) -> str:
    return f"\x1b[{colour}m{text}\x1b[0m"

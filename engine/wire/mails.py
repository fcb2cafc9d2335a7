"""Marks by which a mail of the server is known, and the names of the files in mails."""

from __future__ import annotations

import re
from typing import Final

MARK: Final = "X-Loop"
"""The header field in which every mail of a server has the server's name."""

POSITION: Final = "grubenpost-position.json"
"""A signed turn (`turn`)."""
RECEIPT: Final = "grubenpost-receipt.json"
"""The words of a mail without a turn, signed (`receipt`) …"""
FACTS: Final = "grubenpost-facts.json"
"""… and what a program needs of that, in fields (`facts`)."""
TABLE: Final = "grubenpost-table.json"
"""The table of a game that has not started (`tablefile`)."""

LETTER_TYPE: Final = "application/toml"
"""As what a letter is attached to a client's mail."""

_POSITIONS: Final = re.compile(r"grubenpost-position(?:-[0-9]{1,3})?\.json")


def position_file(number: int) -> str:
    """The name of a turn; a mail of the day has several, numbered from 0."""
    return POSITION.replace(".", f"-{number + 1}.") if number else POSITION


def is_position(name: str) -> bool:
    """Whether a file of this name claims to be a turn."""
    return _POSITIONS.fullmatch(name) is not None


def archive_file(game: str, ending: str = ".json") -> str:
    """The name of a game's archive, or of another form of the game."""
    return f"grubenpost-{game}{ending}"


def letter_file(about: str, kind: str) -> str:
    """The name of a letter about a game, or of a player; the server takes any name."""
    return f"{about}.{kind}.toml"

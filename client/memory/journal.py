"""The journal of a game, turn by turn: the player's own chronicle, which can be read offline.

A line is added for every new position. Of what was interrupted while it was written, half a line or the
same line twice may be left: the reader passes over both.
"""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from client.profile.files import make_folder, open_private
from client.profile.home import Home


class ToldTurn(NamedTuple):
    """The words of one turn mail above its board: all from the reader's last move on."""

    entries: int
    """The size of the log."""
    ply: int
    mine: bool
    """Whether it was the reader's turn then."""
    at: int
    """The moment at which it was sent; 0 if unknown."""
    text: str


def write_told(home: Home, game: str, told: ToldTurn) -> None:
    """Add what was told."""
    path = _file(home, game)
    make_folder(path.parent)
    with open_private(path) as journal:
        # A line of its own, whatever was left behind before.
        journal.write("\n" + json.dumps(told._asdict(), ensure_ascii=False, separators=(",", ":")))


def read_told(home: Home, game: str) -> list[ToldTurn]:
    """All that was told, in the order of the game."""
    try:
        lines = _file(home, game).read_text("utf-8", "replace").splitlines()
    except FileNotFoundError:
        return []
    found: dict[int, ToldTurn] = {}
    for line in lines:
        try:
            told = ToldTurn(**json.loads(line))
            found[int(told.entries)] = told
        except (ValueError, TypeError):
            continue
    return [found[entries] for entries in sorted(found)]


def chapters(told: list[ToldTurn]) -> list[ToldTurn]:
    """Those that together tell everything once: the last one before each of the reader's own moves.

    Each turn mail tells all that happened since the reader's last move, so the mails between two own moves
    repeat each other.
    """
    last = [now for now, after in pairwise(told) if now.mine and after.ply > now.ply]
    return [*last, *told[-1:]]


def _file(home: Home, game: str) -> Path:
    return home.journals / f"{game}.jsonl"

"""Leaving a game that has not started, signed by the key that the seat was taken with.

It names the join letter, so that it frees this seat once and never one that is taken later.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.record.letters.fields import GAME, HANDLE, HASH, SERVER
from engine.record.letters.schema import Letter, LetterKind


@dataclass(frozen=True, slots=True)
class Leave(Letter):
    """A player's leaving of a game, with the id of the join letter by which they had come."""

    server: str
    game: str
    handle: str
    join: str


LETTER = LetterKind(
    "grubenpost-leave/1",
    Leave,
    {"server": SERVER, "game": GAME, "handle": HANDLE, "join": HASH},
)
read = LETTER.read
write = LETTER.write

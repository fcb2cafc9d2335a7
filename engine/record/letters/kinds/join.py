"""Joining a game: a commitment to the player's part of the shuffle's entropy, signed by the player's key.

The server gives the seat. What was committed to is told by a reveal letter, when all seats are taken.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.record.letters.fields import GAME, HANDLE, HASH, KEY, NONCE, SERVER
from engine.record.letters.key import PublicKey
from engine.record.letters.schema import Letter, LetterKind


@dataclass(frozen=True, slots=True)
class Join(Letter):
    """A player's joining of a game: with which key, and the commitment to their entropy."""

    server: str
    game: str
    handle: str
    key: PublicKey
    commitment: str
    nonce: str


LETTER = LetterKind(
    "grubenpost-join/2",
    Join,
    {
        "server": SERVER,
        "game": GAME,
        "handle": HANDLE,
        "key": KEY,
        "commitment": HASH,
        "nonce": NONCE,
    },
)
read = LETTER.read
write = LETTER.write

"""Joining a game that was opened before joining became a commitment: the entropy itself, for all to see.

The server gives the seat.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.record.letters.fields import ENTROPY, GAME, HANDLE, KEY, NONCE, SERVER
from engine.record.letters.key import PublicKey
from engine.record.letters.schema import Letter, LetterKind


@dataclass(frozen=True, slots=True)
class OldJoin(Letter):
    """A player's joining of a game, with which key and which entropy."""

    server: str
    game: str
    handle: str
    key: PublicKey
    entropy: str
    nonce: str


LETTER = LetterKind(
    "grubenpost-join/1",
    OldJoin,
    {
        "server": SERVER,
        "game": GAME,
        "handle": HANDLE,
        "key": KEY,
        "entropy": ENTROPY,
        "nonce": NONCE,
    },
)
read = LETTER.read
write = LETTER.write

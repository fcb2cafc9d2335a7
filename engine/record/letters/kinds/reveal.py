"""A player's part of the shuffle's entropy, told when all seats are taken; signed by the player's key.

It names the head of the log that the player saw. All commitments are under that head, so the letter is
good for nothing in a log in which somebody committed to something else.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.record.letters.fields import ENTROPY, GAME, HANDLE, HASH, SERVER
from engine.record.letters.schema import Letter, LetterKind


@dataclass(frozen=True, slots=True)
class Reveal(Letter):
    """A player's entropy, in which game, and at which head of its log."""

    server: str
    game: str
    handle: str
    base: str
    entropy: str


LETTER = LetterKind(
    "grubenpost-reveal/1",
    Reveal,
    {"server": SERVER, "game": GAME, "handle": HANDLE, "base": HASH, "entropy": ENTROPY},
)
read = LETTER.read
write = LETTER.write

"""Press: what a player says to the table, or to one at it, signed by its author.

It is no entry of the game's log: it moves nothing, and what people say to each other is theirs to publish.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.record.letters.fields import GAME, HANDLE, MAYBE_HANDLE, NONCE, PRESS, SERVER
from engine.record.letters.schema import Letter, LetterKind


@dataclass(frozen=True, slots=True)
class Press(Letter):
    """Words for a table; `to` is the handle of the one whom they are for, or empty for all."""

    server: str
    game: str
    handle: str
    to: str
    nonce: str
    text: str


LETTER = LetterKind(
    "grubenpost-press/1",
    Press,
    {"server": SERVER, "game": GAME, "handle": HANDLE, "to": MAYBE_HANDLE, "nonce": NONCE, "text": PRESS},
)
read = LETTER.read
write = LETTER.write

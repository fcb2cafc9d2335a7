"""A request: mail commands under their sender's seal, for everything that has no letter of its own.

The text is what the player would write in a mail, with semicolons between commands. The nonce makes each
request a letter of its own, so that the same one is never carried out twice.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.record.letters.fields import COMMANDS, HANDLE, NONCE, SERVER
from engine.record.letters.schema import Letter, LetterKind


@dataclass(frozen=True, slots=True)
class Request(Letter):
    """A request to the server, in the words of the mail commands."""

    server: str
    handle: str
    nonce: str
    text: str


LETTER = LetterKind(
    "grubenpost-request/1",
    Request,
    {"server": SERVER, "handle": HANDLE, "nonce": NONCE, "text": COMMANDS},
)
read = LETTER.read
write = LETTER.write

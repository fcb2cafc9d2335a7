"""A change of key, signed by the old key and by the new one."""

from __future__ import annotations

from dataclasses import dataclass

from engine.record.letters.fields import HANDLE, KEY, NONCE, SERVER
from engine.record.letters.key import PublicKey
from engine.record.letters.schema import Letter, LetterKind


@dataclass(frozen=True, slots=True)
class Rotate(Letter):
    """From the log entry of this letter on, the new key speaks for the handle."""

    server: str
    handle: str
    old: PublicKey
    new: PublicKey
    nonce: str


LETTER = LetterKind(
    "grubenpost-rotate/1",
    Rotate,
    {"server": SERVER, "handle": HANDLE, "old": KEY, "new": KEY, "nonce": NONCE},
)
read = LETTER.read
write = LETTER.write

"""A request by somebody who lost the key, signed by the key that shall take its place.

The code is the one that the server mailed to the registered address. It only starts a delay, in
which the old key can answer with a veto.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.record.letters.fields import CODE, HANDLE, KEY, NONCE, SERVER
from engine.record.letters.key import PublicKey
from engine.record.letters.schema import Letter, LetterKind


@dataclass(frozen=True, slots=True)
class Recover(Letter):
    """A player's wish to be heard again, and the key for it."""

    server: str
    handle: str
    key: PublicKey
    code: str
    nonce: str


LETTER = LetterKind(
    "grubenpost-recover/1",
    Recover,
    {"server": SERVER, "handle": HANDLE, "key": KEY, "code": CODE, "nonce": NONCE},
)
read = LETTER.read
write = LETTER.write

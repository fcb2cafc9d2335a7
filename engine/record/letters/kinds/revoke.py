"""The end of a key, signed by that key.

It is made together with the key and kept aside for the day the key is stolen, so it has no nonce:
sent twice, it is the same letter, and a revoked key never comes back.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.record.letters.fields import HANDLE, KEY, SERVER
from engine.record.letters.key import PublicKey
from engine.record.letters.schema import Letter, LetterKind


@dataclass(frozen=True, slots=True)
class Revoke(Letter):
    """From the log entry of this letter on, the key speaks for nobody."""

    server: str
    handle: str
    key: PublicKey


LETTER = LetterKind("grubenpost-revoke/1", Revoke, {"server": SERVER, "handle": HANDLE, "key": KEY})
read = LETTER.read
write = LETTER.write

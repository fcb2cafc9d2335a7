"""A registration: a handle and the key that speaks for it, signed by that key.

With `auth = "mailbox"` the key is one that the server holds for the player. The display name is not in
it: key letters are kept for ever, names can be forgotten.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.record.letters.fields import HANDLE, KEY, NONCE, SERVER, one_of
from engine.record.letters.key import PublicKey
from engine.record.letters.schema import Letter, LetterKind

AUTHS = ("key", "mailbox")


@dataclass(frozen=True, slots=True)
class Register(Letter):
    """A person's wish to be known, under which handle, and by which key."""

    server: str
    handle: str
    auth: str
    key: PublicKey
    nonce: str


LETTER = LetterKind(
    "grubenpost-register/1",
    Register,
    {
        "server": SERVER,
        "handle": HANDLE,
        "auth": one_of(*AUTHS),
        "key": KEY,
        "nonce": NONCE,
    },
)
read = LETTER.read
write = LETTER.write

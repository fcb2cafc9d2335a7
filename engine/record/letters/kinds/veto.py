"""The owner's "no" to a recovery, signed by the key in force: that key is not lost."""

from __future__ import annotations

from dataclasses import dataclass

from engine.record.letters.fields import HANDLE, HASH, SERVER
from engine.record.letters.schema import Letter, LetterKind


@dataclass(frozen=True, slots=True)
class Veto(Letter):
    """The stop of a recovery letter, named by its id, which comes to nothing."""

    server: str
    handle: str
    recover: str


LETTER = LetterKind("grubenpost-veto/1", Veto, {"server": SERVER, "handle": HANDLE, "recover": HASH})
read = LETTER.read
write = LETTER.write

"""Files of clients from before letters on their way were records with fields: they are read, never written.

The outbox told what a letter was for in one line of words, and the file of a game held a second copy of a
move that had no receipt.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from client.outbox.pending import MOVE, REPLY, REVEAL, PendingLetter, Purpose

_WAITING: Final = "grubenpost-waiting/1"
_ABOUT: Final = frozenset({"leave", "veto"})
_OLDER: Final = 3
"""`join older GAME` has so many words."""


def older_waiting(facts: Mapping[str, Any]) -> PendingLetter:
    """A letter in the outbox."""
    if facts["format"] != _WAITING:
        raise ValueError(_WAITING)
    return PendingLetter(
        older_purpose(facts["purpose"], facts["game"]),
        facts["message_id"],
        facts["mail"],
        facts["words"],
        facts["at"],
        facts["handed"],
        facts["answer"],
        # Even older ones do not name their letter.
        facts["letter"] if "letter" in facts else _letter_in(facts["mail"]),
    )


def older_purpose(said: str, game: str) -> Purpose:
    """The purpose of a letter, which was told in words."""
    kind, _, rest = said.partition(" ")
    words = rest.split(maxsplit=2)
    if kind == MOVE:
        return Purpose(kind, words[0], int(words[1]), words[2])
    if kind == REVEAL:
        return Purpose(kind, words[0], int(words[1]))
    if kind == "join":
        older = "older" if len(said.split()) == _OLDER else ""
        return Purpose(kind, words[-1], text=older)
    if kind == "recover" and rest:
        return Purpose(kind, text=words[1], about=words[0])
    if kind == REPLY:
        about, _, text = rest.partition(" ")
        return Purpose(kind, text=text, about=about)
    if kind == "request":
        return Purpose(kind, text=rest)
    return Purpose(kind, game if kind == "leave" else "", about=rest)


def older_move(pending: Mapping[str, Any], game: str) -> tuple[Purpose, bytes, str]:
    """The move in the file of a game: what it is for, the sealed letter, and what it says."""
    purpose = older_purpose(pending["purpose"], game)
    if not purpose.is_move:
        raise ValueError(MOVE)
    return purpose, pending["letter"].encode("ascii"), str(pending["words"])


def _letter_in(mail: str) -> str:
    """The id of the letter in a mail of ours; empty if it has none."""
    from client.outbox.quill import sealed_in  # noqa: PLC0415  heavy, and few need it
    from engine.record.letters.seal import open_seal  # noqa: PLC0415

    sealed = sealed_in(mail)
    return open_seal(sealed).letter_id if sealed else ""

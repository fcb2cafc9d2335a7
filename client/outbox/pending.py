"""The record of a letter on its way, and its file in the outbox.

It is the only place where a move that has no receipt yet is remembered. Reading it takes nothing that only
the post needs, for `status` shows it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

from client.refusals import BadProfile

FORMAT: Final = "grubenpost-waiting/2"
MOVE: Final = "move"
REVEAL: Final = "reveal"
REPLY: Final = "reply"


class Purpose(NamedTuple):
    """The purpose of a letter.

    Letters with the same purpose want the same: while one of them has no answer, no other is sent.
    """

    kind: str
    """That of the letter (move, join, request, …); of plain words the command, or `reply`."""
    game: str = ""
    number: int = -1
    """The ply of a move; which share of the shuffle is told; -1 for all else."""
    text: str = ""
    """The action of a move, the commands of a request, the words of a reply, the code of a recovery."""
    about: str = ""
    """The letter that is taken back, the key that is to be in force, the mail that is replied to."""

    @property
    def is_move(self) -> bool:
        return self.kind == MOVE

    @property
    def is_share(self) -> bool:
        return self.kind == REVEAL


class PendingLetter(NamedTuple):
    """A mail that waits for its answer."""

    purpose: Purpose
    message_id: str
    mail: str
    """The whole mail, as it goes out."""
    words: str
    """The letter's words, for people."""
    at: int
    """The moment at which it was written."""
    handed: bool = False
    """Whether a mail server may have it. Until then it can still be taken back."""
    answer: str = ""
    """The mail that answers it."""
    letter: str = ""
    """The id of the sealed letter in it, which its answer names; empty for plain words."""


def write_waiting(waiting: PendingLetter) -> bytes:
    """The content of its file."""
    facts = {"format": FORMAT, **waiting._asdict(), "purpose": waiting.purpose._asdict()}
    return json.dumps(facts, ensure_ascii=False).encode()


def read_waiting(path: Path) -> PendingLetter:
    """The letter in a file, or BadProfile that names the file."""
    try:
        return _waiting(json.loads(path.read_bytes()))
    except OSError as error:
        raise BadProfile(
            "state/unreadable", "{file} can't be read: {why}", file=path, why=error.strerror
        ) from None
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise BadProfile(
            "state/damaged-letter", "{file} is damaged: delete it, and say again what you wanted", file=path
        ) from None


def _waiting(facts: dict[str, Any]) -> PendingLetter:
    if facts["format"] != FORMAT:
        from client.outbox.older_files import older_waiting  # noqa: PLC0415  few have such files

        return older_waiting(facts)
    facts.pop("format")
    return PendingLetter(**{**facts, "purpose": Purpose(**facts["purpose"])})


def sound_letters(outbox: Path) -> Iterator[PendingLetter]:
    """All in the outbox that can be read: nothing else is kept back by a damaged one."""
    for path in sorted(outbox.glob("*.json")):
        with suppress(BadProfile):
            yield read_waiting(path)


def first_move(letters: list[PendingLetter], game: str, ply: int) -> PendingLetter | None:
    """The move in a game that may still be played: it is for this ply, or a later one."""
    return next(
        (one for one in letters if one.purpose[:2] == (MOVE, game) and one.purpose.number >= ply), None
    )

"""The facts: what a program needs of a mail besides its receipt or its turns, in fields, signed.

They are a file of their own, because the forms of receipts and turns are closed, and clients know those that
know nothing of this. A server that writes facts writes them with every receipt, also where there is nothing
to tell; so a receipt without them is of a server from before (`older`). Beside turns they stand only where
there is something to tell. They name the receipt, or the first turn, by the hash of its file, so nobody can
put them beside another one.

Later servers may tell more: facts that a client does not know are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final, TypeVar

from engine.errors import BadRecord, Refused
from engine.record.letters.fields import GAME, HASH
from engine.record.letters.key import PrivateKey, PublicKey
from engine.record.log import checkpoint
from engine.wire.clocks import GameClock, read_clock, write_clock
from engine.wire.codes import read_code
from engine.wire.notes import GameNotes, read_notes, write_notes
from engine.wire.statement import read_statement, read_text, write_statement

FORMAT: Final = "grubenpost-facts/1"
MEMBERS: Final = ("format", "facts", "receipt")
"""The members of the file, besides the key and the signature under it."""
MOST: Final = 100
"""So many of one kind are told."""

_HELD: Final = re.compile(r"[0-9a-z]{6} [0-9]{1,4} [0-9]{1,12} [0-9]{1,9}")
_LONGEST_HELD: Final = 40

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts that a mail tells a program. What is empty is not told."""

    confirm: str = ""
    """The code that a reply has to carry back, if the mail asks for a yes."""
    recover: str = ""
    """The code that a `recover` letter has to name."""
    opened: tuple[str, ...] = ()
    """The ids of the games that were opened."""
    checkpoints: tuple[str, ...] = ()
    """The lines of checkpoints, each of a log that the mail speaks of."""
    clocks: tuple[GameClock, ...] = ()
    """The clocks of games that the mail speaks of."""
    held: tuple[str, ...] = ()
    """The moves of the reader's that are held: each a game, a ply, the second until which it can be taken
    back, and the number of entries in the log of the game."""
    notes: tuple[GameNotes, ...] = ()
    """The reader's own notes on games that the mail speaks of."""

    def joined(self, more: Facts) -> Facts:
        """These and more; of two codes the later one."""
        return Facts(
            more.confirm or self.confirm,
            more.recover or self.recover,
            (*self.opened, *more.opened),
            (*self.checkpoints, *more.checkpoints),
            (*self.clocks, *more.clocks),
            (*self.held, *more.held),
            (*self.notes, *more.notes),
        )


NO_FACTS: Final = Facts()


def write_facts(facts: Facts, beside: bytes, key: PrivateKey) -> bytes:
    """The file that stands beside the file of a receipt, or of a turn."""
    told: dict[str, Any] = {
        "confirm": facts.confirm,
        "recover": facts.recover,
        "opened": list(facts.opened[:MOST]),
        "checkpoints": list(facts.checkpoints[:MOST]),
        "clocks": [write_clock(clock) for clock in facts.clocks[:MOST]],
        "held": list(facts.held[:MOST]),
        "notes": [write_notes(notes) for notes in facts.notes[:MOST]],
    }
    there = {name: value for name, value in told.items() if value}
    return write_statement({"format": FORMAT, "facts": there, "receipt": _name(beside)}, key)


def read_facts(data: bytes, beside: bytes, signer: PublicKey) -> Facts:
    """The facts beside a file that `signer` has signed; or BadRecord."""
    statement = read_statement(data, FORMAT, MEMBERS)
    told = statement.facts["facts"]
    try:
        if HASH.read("receipt", statement.facts["receipt"]) != _name(beside) or statement.signer != signer:
            raise BadRecord("facts/other-receipt", "they belong to another file")
        if not isinstance(told, dict):
            raise _wrong_form()
        return Facts(
            confirm=_code(told.get("confirm", "")),
            recover=_code(told.get("recover", "")),
            opened=_each(told.get("opened", []), _game),
            checkpoints=_each(told.get("checkpoints", []), _line),
            clocks=_each(told.get("clocks", []), read_clock),
            held=_each(told.get("held", []), _held_move),
            notes=_each(told.get("notes", []), read_notes),
        )
    except Refused as error:
        raise BadRecord(error.code, "in the facts of a mail: {why}", why=error) from error


def _name(beside: bytes) -> str:
    return sha256(beside).hexdigest()


def _code(value: object) -> str:
    return read_code(value) if value != "" else ""


def _game(value: object) -> str:
    return GAME.read("opened", value)


def _line(value: object) -> str:
    return read_text("checkpoints", value, checkpoint.MAX_LINE)


def _held_move(value: object) -> str:
    text = read_text("held", value, _LONGEST_HELD)
    if not _HELD.fullmatch(text):
        raise _wrong_form()
    return text


def read_held(told: str) -> tuple[str, int, int, int]:
    """A move that is held: its game, its ply, until when it can be taken back, and the size of the log."""
    game, ply, until, entries = told.split()
    return game, int(ply), int(until), int(entries)


def _each(values: Any, read: Callable[[object], T]) -> tuple[T, ...]:
    if not isinstance(values, list) or len(values) > MOST:
        raise _wrong_form()
    return tuple(read(value) for value in values)


def _wrong_form() -> BadRecord:
    return BadRecord("facts/form", "they are not fields with at most {most} values each", most=MOST)

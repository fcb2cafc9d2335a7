"""Signed words of the server in a mail: turns, and receipts for everything else.

Only these are shown as true and acted on. What else stands in a mail is for people with a mail program;
anybody can have written it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from client.letters.server_mail import BadMail, ServerMail
from engine.errors import BadRecord
from engine.record.letters.key import PublicKey
from engine.record.log.checkpoint import Checkpoint, find_lines, verify
from engine.wire.facts import NO_FACTS, Facts, read_facts
from engine.wire.mails import FACTS, POSITION, RECEIPT, is_position
from engine.wire.older import facts_in_words
from engine.wire.receipt import Receipt, read_receipt
from engine.wire.turn import FIRST_FORMAT, Turn, read_turn

__all__ = ["Facts", "Turn"]

_ANY_KEY: Final = bytes(32)
"""Lines are found without the server's key too; only their key id is then not the right one."""


@dataclass(frozen=True)
class TurnMail:
    """A turn that the server has signed, and the mail that brought it."""

    mail: ServerMail
    turn: Turn
    facts: Facts = NO_FACTS
    """The facts for programs besides the turn, such as until when there is time."""
    answered: str = ""
    """The Message-ID of the mail of ours that it answers."""

    @property
    def said(self) -> Turn:
        """The statement that the server has signed."""
        return self.turn

    @property
    def names_mail(self) -> str:
        """A turn names letters only."""
        return ""

    @property
    def text(self) -> str:
        """The words, without the board."""
        return self.turn.said

    @property
    def refused(self) -> str:
        """A turn says no to nothing."""
        return ""


@dataclass(frozen=True)
class ReceiptMail:
    """A receipt that the server has signed, and the mail that brought it."""

    mail: ServerMail
    receipt: Receipt
    facts: Facts
    """The facts for programs."""
    answered: str = ""
    """The Message-ID of the mail of ours that it answers; empty in a notice."""

    @property
    def said(self) -> Receipt:
        """The statement that the server has signed."""
        return self.receipt

    @property
    def names_mail(self) -> str:
        """The Message-ID of the mail that it says it answers."""
        return self.receipt.mail

    @property
    def text(self) -> str:
        """The words."""
        return self.receipt.said

    @property
    def refused(self) -> str:
        """The code of the refusal that it is; empty if it is none."""
        return self.receipt.refused


Signed = TurnMail | ReceiptMail


def signed_files(mail: ServerMail) -> Iterator[tuple[str, bytes]]:
    """The files in a mail that claim to be the server's word. One of the day may have several turns."""
    for name, data in mail.files.items():
        if name == RECEIPT or is_position(name):
            yield name, data


def read_signed(mail: ServerMail, name: str, data: bytes) -> tuple[Signed, PublicKey]:
    """The statement in one of these files, and who has signed it; or a refusal."""
    if name == RECEIPT:
        return _read_receipt(mail, data)
    if _is_of_the_first_form(data):
        raise BadMail(
            "turn/unsigned",
            "a position came that nobody has signed: anybody can have made it up, so it is not shown. If the "
            "server is older than this client, its host has to upgrade it",
        )
    turn = read_turn(data)
    assert turn.signer is not None
    beside = mail.files.get(FACTS) if name == POSITION else None
    facts = NO_FACTS if beside is None else read_facts(beside, data, turn.signer)
    return TurnMail(mail, turn, facts), turn.signer


def _read_receipt(mail: ServerMail, data: bytes) -> tuple[ReceiptMail, PublicKey]:
    """A receipt with the facts beside it; those of a server from before are in its words."""
    receipt, signer = read_receipt(data)
    if FACTS in mail.files:
        facts = read_facts(mail.files[FACTS], data, signer)
    else:
        facts = facts_in_words(receipt.said, signer)
    return ReceiptMail(mail, receipt, facts), signer


def claimed_facts(mail: ServerMail) -> Facts:
    """The facts of a mail that nobody whom we know has signed; anybody can have written it."""
    with suppress(BadRecord):
        return _read_receipt(mail, mail.files.get(RECEIPT, b""))[0].facts
    return facts_in_words(mail.text)


def _is_of_the_first_form(data: bytes) -> bool:
    try:
        facts: Any = json.loads(data[:65536])
    except (ValueError, RecursionError):
        return False
    return isinstance(facts, dict) and facts.get("format") == FIRST_FORMAT


def signed_checkpoints(lines: Sequence[str], origin: str, key: PublicKey) -> list[Checkpoint]:
    """The checkpoints of one log among these, each of them the server's; or a refusal."""
    found = [signed for line in lines for signed in find_lines(line, key.raw) if signed.origin == origin]
    for signed in found:
        verify(signed, key.raw)
    return found


def read_checkpoint(line: str, key: PublicKey | None = None) -> Checkpoint:
    """A checkpoint that was kept as a line."""
    found = find_lines(line, key.raw if key else _ANY_KEY)
    if len(found) != 1:
        raise BadRecord("turn/no-checkpoint", "this is not the line of a checkpoint")
    return found[0]

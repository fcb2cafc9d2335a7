"""The receipt: what the server says in a mail without a turn, signed.

It answers letters, which it names by their ids, and the mail that they came in; or it answers nothing, and
is a notice. What was refused is told by its code, and what the mail says by its words. So nobody else can
make a client believe that a letter was taken, or that it was not. Its words are for people; what a program
needs besides stands in the facts beside it (`facts`).

`read_receipt` says that the owner of `signer` has signed it; whose key that is, is for the reader to judge.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final

from engine.errors import BadRecord, Refused
from engine.phrase import word
from engine.record.letters.fields import HANDLE, SERVER, Text
from engine.record.letters.key import PrivateKey, PublicKey
from engine.wire.statement import AT, LONGEST_SAID, read_answers, read_statement, read_text, write_statement

FORMAT: Final = "grubenpost-receipt/1"
MEMBERS: Final = ("format", "server", "handle", "at", "mail", "answers", "refused", "said")
"""The members of a receipt, besides the key and the signature under it."""

_CODE: Final = Text(re.compile("[a-z]+(?:-[a-z]+)*/[a-z]+(?:-[a-z]+)*"), 80, word("the code of a refusal"))
_MAIL: Final = Text(re.compile("<[!-;=?-~]{1,250}>"), 252, word("a Message-ID"))


@dataclass(frozen=True, slots=True)
class Receipt:
    """A receipt: the server's words to somebody, signed."""

    server: str
    handle: str
    """The handle of whom it speaks to; empty if that is nobody who is registered."""
    at: int
    """The moment at which it was written."""
    mail: str
    """The Message-ID of the mail that it answers; empty in a notice."""
    answers: tuple[str, ...]
    """The ids of the letters that it answers."""
    refused: str
    """The code of the refusal; empty if all was done."""
    said: str
    """The mail's words."""


def write_receipt(receipt: Receipt, key: PrivateKey) -> bytes:
    facts: dict[str, Any] = {
        "format": FORMAT,
        "server": receipt.server,
        "handle": receipt.handle,
        "at": receipt.at,
        "mail": receipt.mail,
        "answers": list(receipt.answers),
        "refused": receipt.refused,
        "said": receipt.said[:LONGEST_SAID],
    }
    return write_statement(facts, key)


def read_receipt(data: bytes) -> tuple[Receipt, PublicKey]:
    """The receipt, and whose signature stands under it; or BadRecord."""
    statement = read_statement(data, FORMAT, MEMBERS)
    facts = statement.facts
    try:
        receipt = Receipt(
            server=SERVER.read("server", facts["server"]),
            handle=_or_nothing(HANDLE, "handle", facts["handle"]),
            at=AT.read("at", facts["at"]),
            mail=_or_nothing(_MAIL, "mail", facts["mail"]),
            answers=read_answers(facts["answers"]),
            refused=_or_nothing(_CODE, "refused", facts["refused"]),
            said=read_text("said", facts["said"]),
        )
    except Refused as error:
        raise BadRecord(error.code, "in a receipt: {why}", why=error) from error
    return receipt, statement.signer


def _or_nothing(field: Text, name: str, value: object) -> str:
    return "" if value == "" else field.read(name, value)

"""Memos as mails: what a server writes into its own mailbox, to read it again after a loss.

A memo is known by a mark that nobody else can make, so it does not matter who puts a mail into the mailbox;
and it says when it happened, so neither does a copy of one.
"""

from __future__ import annotations

import email
import email.policy
import hmac
import json
from dataclasses import dataclass
from email.errors import MessageError
from email.message import EmailMessage
from typing import Final

from server.mail.body import Attachment
from server.mail.writing import Letterhead, Outgoing, compose

LARGEST: Final = 16 * 1024
"""No memo has more bytes than this."""
FILE: Final = "memo.json"
_WORDS: Final = (
    "Grubenpost keeps its journal in this mailbox. This mail is part of it: it tells what\n"
    "no other mail does, and is read again if the ledger is ever lost. Please let it lie here.\n"
    "\n"
    "{told}\n"
)


@dataclass(frozen=True)
class MemoPaper:
    """The paper on which a server writes its memos. The secret makes the mark."""

    letterhead: Letterhead
    secret: bytes

    def compose(self, text: str, at: int) -> bytes:
        """A mail from the server to itself that says this."""
        content = json.dumps({"memo": text, "mark": self._mark(text)}, indent=1) + "\n"
        outgoing = Outgoing(
            to=self.letterhead.address,
            subject="[journal] Grubenpost",
            text=_WORDS.format(told=text),
            at=at,
            dedupe_key=f"memo {text}",
            attachments=(Attachment(FILE, "application/json", content.encode("ascii")),),
        )
        return compose(self.letterhead, outgoing)

    def read(self, raw: bytes) -> str | None:
        """The text of a memo of ours; None if the mail is anything else."""
        try:
            told = json.loads(_attached(raw) if len(raw) <= LARGEST else b"")
            text, mark = told["memo"], told["mark"]
            known = hmac.compare_digest(self._mark(text).encode(), str(mark).encode("utf-8", "replace"))
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError, MessageError):
            return None
        return text if known else None

    def _mark(self, text: str) -> str:
        return hmac.digest(self.secret, b"grubenpost-memo/1\0" + text.encode(), "sha256").hex()


def _attached(raw: bytes) -> bytes:
    """The file in a small mail."""
    message = email.message_from_bytes(raw, policy=email.policy.default)
    assert isinstance(message, EmailMessage)
    parts = (part for part in message.walk() if part.get_filename() == FILE)
    found = next(parts, None)
    content = found.get_payload(decode=True) if found is not None else b""
    return content if isinstance(content, bytes) else b""

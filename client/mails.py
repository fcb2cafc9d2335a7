"""A mail from the server, taken apart: its words, its files, and which mail of ours it answers.

Anybody can send such a mail, so nothing in it is believed here, and nothing in it can break the client.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from email import message_from_bytes
from email.message import Message
from email.utils import parsedate_to_datetime
from typing import Final

from engine.errors import Refused

MOST_PARTS: Final = 40

_CODE: Final = re.compile(r"\bGP-[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}\b")
_REFUSAL: Final = re.compile(r"\A[^\n]{0,200}\(([a-z]+(?:-[a-z]+)*/[a-z]+(?:-[a-z]+)*)\):\n")


class BadMail(Refused):
    """A mail that can't be read, or that is not what it seems to be."""


@dataclass(frozen=True)
class Mail:
    """What a mail holds."""

    message_id: str
    answers: str
    """The Message-ID of the mail that it answers."""
    text: str
    files: dict[str, bytes]
    at: int = 0
    """When it was sent, as it says itself; 0 if it does not."""

    @property
    def code(self) -> str:
        """The code that a reply shall carry back; empty if it holds none."""
        found = _CODE.search(self.text)
        return found[0] if found else ""

    @property
    def refusal(self) -> str:
        """The code of the refusal that this mail is; empty if it is none."""
        found = _REFUSAL.match(self.text)
        return found[1] if found else ""


def read_mail(raw: bytes) -> Mail:
    """The mail in these bytes, or BadMail."""
    try:
        message = message_from_bytes(raw)
        parts = [part for part in message.walk() if not part.is_multipart()]
        if len(parts) > MOST_PARTS:
            raise BadMail("mail/too-many-parts", "a mail has more than {most} parts", most=MOST_PARTS)
        return Mail(
            message_id=_header(message, "Message-ID"),
            answers=_header(message, "In-Reply-To"),
            text="\n".join(_text(part) for part in parts if _is_text(part)),
            files={name: _content(part) for part in parts if (name := part.get_filename())},
            at=_date(message),
        )
    except BadMail:
        raise
    except Exception as error:  # the standard library's parser fails in many ways
        raise BadMail("mail/unreadable", "a mail can't be read ({kind})", kind=type(error).__name__) from None


def _header(message: Message, name: str) -> str:
    return str(message.get(name, "")).strip()


def _date(message: Message) -> int:
    try:
        return max(0, int(parsedate_to_datetime(_header(message, "Date")).timestamp()))
    except (ValueError, TypeError, OverflowError, OSError):
        return 0


def _is_text(part: Message) -> bool:
    return part.get_content_type() == "text/plain" and not part.get_filename()


def _text(part: Message) -> str:
    charset = part.get_content_charset("utf-8")
    try:
        text = _content(part).decode(charset, "replace")
    except LookupError:
        text = _content(part).decode("utf-8", "replace")
    return text.replace("\r\n", "\n")


def _content(part: Message) -> bytes:
    content = part.get_payload(decode=True)
    return content if isinstance(content, bytes) else b""

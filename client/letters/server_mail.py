"""A mail from the server, taken apart: its words, its files, and which mail of ours it answers.

Anybody can send such a mail, so nothing in it is believed here, and nothing in it can break the client. It
is read by the reader that the server has for foreign mail, in a time that grows with the size and no faster.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Final

from client.post.mailbox import LARGEST
from engine.mail.charsets import read_text
from engine.mail.ids import first_id
from engine.mail.limits import MOST_BYTES, BadMail
from engine.mail.mime import Part, split_mail

__all__ = ["LARGEST", "BadMail", "ServerMail", "read_mail"]

MOST_TEXT: Final = MOST_BYTES
"""So many bytes are read as text; a server writes some ten thousand."""
LONGEST_DATE: Final = 100

_FILE: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
"""The names of the server's files; others are left alone."""


@dataclass(frozen=True)
class ServerMail:
    """A mail, taken apart."""

    message_id: str
    answers: str
    """The Message-ID of the mail that it answers."""
    text: str
    files: dict[str, bytes]
    at: int = 0
    """The moment at which it was sent, as it says itself; 0 if it does not."""


def read_mail(raw: bytes) -> ServerMail:
    """The mail in these bytes, or BadMail."""
    try:
        whole = split_mail(raw, LARGEST)
    except BadMail as error:
        raise BadMail(
            error.code, "a mail from your mailbox can't be read ({code})", code=error.code
        ) from error
    leaves = [part for part in whole.walk() if not part.parts]
    return ServerMail(
        message_id=first_id(whole.header.only("message-id")),
        answers=first_id(whole.header.first("in-reply-to")),
        text=_text(part for part in leaves if part.kind == "text/plain" and not part.file_name),
        files=_files(leaves),
        at=_date(whole.header.first("date")),
    )


def _files(parts: Iterable[Part]) -> dict[str, bytes]:
    """The files attached under a plain name; of two with one name the first."""
    found: dict[str, bytes] = {}
    for part in parts:
        if _FILE.fullmatch(name := part.file_name):
            found.setdefault(name, part.content)
    return found


def _text(parts: Iterable[Part]) -> str:
    """The words of all parts, as far as anybody would read them."""
    room, texts = MOST_TEXT, []
    for part in parts:
        text = read_text(part.content[:room], part.parameters.get("charset"))
        texts.append(text.replace("\r\n", "\n"))
        room -= len(part.content[:room])
    return "\n".join(texts)


def _date(field: str) -> int:
    try:
        return max(0, int(parsedate_to_datetime(field[:LONGEST_DATE]).timestamp()))
    except (ValueError, TypeError, OverflowError, OSError, IndexError):
        return 0

"""Reads the answers to IMAP's FETCH: what belongs to which mail.

An answer may hold more than was asked for, in another order, and lines about mails that nobody asked for.
So everything is found by the UID beside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from email.utils import mktime_tz, parsedate_tz
from typing import Final

_UID: Final = re.compile(rb"\bUID (\d{1,10})\b")
_SIZE: Final = re.compile(rb"\bRFC822\.SIZE (\d{1,19})\b")
_DATE: Final = re.compile(rb'\bINTERNALDATE "([^"]{1,64})"')
_FLAGS: Final = re.compile(rb"\bFLAGS \(([^()]{0,2000})\)")
_EMPTY: Final = re.compile(rb'\bBODY\[[^\]]*\](?:<\d+>)? (?:NIL|"")')


@dataclass(frozen=True, slots=True)
class Fetched:
    """The facts of a mail in one line of an answer."""

    uid: int
    size: int | None = None
    received_at: int | None = None
    content: bytes | None = None
    flags: frozenset[str] = frozenset()
    """In small letters."""


def read_fetched(answer: Iterable[object]) -> Iterator[Fetched]:
    """The mails in an answer as imaplib gives it: a pair of text and content, then the text behind it."""
    text, content = b"", None
    for part in answer:
        if isinstance(part, tuple):
            yield from _read_one(text, content)
            text, content = part[0], part[1]
        elif isinstance(part, bytes) and content is not None:
            yield from _read_one(text + part, content)
            text, content = b"", None
        elif isinstance(part, bytes):
            yield from _read_one(part, None)
    yield from _read_one(text, content)


def _read_one(text: bytes, content: bytes | None) -> Iterator[Fetched]:
    uid = _UID.search(text)
    if uid is None:
        return
    size, date, flags = _SIZE.search(text), _DATE.search(text), _FLAGS.search(text)
    if content is None and _EMPTY.search(text):
        content = b""
    yield Fetched(
        uid=int(uid[1]),
        size=int(size[1]) if size else None,
        received_at=_read_date(date[1]) if date else None,
        content=content,
        flags=frozenset(flags[1].decode("ascii", "replace").lower().split()) if flags else frozenset(),
    )


def _read_date(text: bytes) -> int | None:
    """Unix seconds of an INTERNALDATE such as `17-Jul-2026 02:44:25 +0200`."""
    try:
        parts = parsedate_tz(text.decode("ascii"))
        return mktime_tz(parts) if parts else None
    except (ValueError, OverflowError, TypeError):
        return None

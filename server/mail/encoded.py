"""Text of any language in a header, as encoded words (RFC 2047) of our own making.

Nothing but printable ASCII without structure comes out of here, whatever goes in: no line end, no
second field, no address, and no encoded word that somebody else wrote.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator

from engine.mail.visible import one_line

LONGEST_TEXT = 200  # characters; the rest is cut off

_PLAIN_NAME = re.compile(r"[A-Za-z0-9_-]+(?: [A-Za-z0-9_-]+)*")
_PLAIN_SUBJECT = re.compile(r"[A-Za-z0-9_:.,!\[\]()#-]+(?: [A-Za-z0-9_:.,!\[\]()#-]+)*")
_LONGEST_LINE = 60
_WORD_BYTES = 39  # 52 digits and the 12 characters around them fit into one line with "Subject: "


def name_words(name: str) -> list[str]:
    """A display name, in pieces that may each stand on a line of their own."""
    return _in_pieces(name, _PLAIN_NAME)


def subject_words(subject: str) -> list[str]:
    """A subject, in pieces that may each stand on a line of their own."""
    return _in_pieces(subject, _PLAIN_SUBJECT)


def _in_pieces(text: str, plain: re.Pattern[str]) -> list[str]:
    text = one_line(text)[:LONGEST_TEXT].rstrip()
    if len(text) <= _LONGEST_LINE and plain.fullmatch(text):
        return [text]
    return [f"=?utf-8?b?{base64.b64encode(chunk).decode('ascii')}?=" for chunk in _chunks(text)]


def _chunks(text: str) -> Iterator[bytes]:
    """The text in UTF-8, cut between characters."""
    chunk = b""
    for character in text:
        encoded = character.encode("utf-8")
        if len(chunk) + len(encoded) > _WORD_BYTES:
            yield chunk
            chunk = b""
        chunk += encoded
    if chunk:
        yield chunk

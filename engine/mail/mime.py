"""A mail taken apart: the tree of its parts, each with its header and its decoded content.

The standard library's parser is not used. Within our limits of size it still takes seconds on a
long Content-Type and recurses with the mail, and it reads some hostile mails differently from one
Python to the next. This one cuts at the boundaries from the outside inwards, counts while it cuts,
and takes time in proportion to the size.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from engine.mail.charsets import read_text
from engine.mail.header import Header, parameter, parameters_of, split_header, token_of
from engine.mail.limits import (
    DEEPEST,
    MOST_BYTES,
    MOST_HEADER,
    MOST_PARTS,
    too_deep,
    too_large,
    too_many_parts,
    unreadable,
)
from engine.mail.transfer import undone

_LONGEST_BOUNDARY = 200  # 70 are allowed
_MESSAGES = frozenset({"message/rfc822", "message/global"})


@dataclass(frozen=True)
class Part:
    """A part of a mail, or the whole of it.

    A multipart holds its `parts`, a forwarded message holds that message as its one part, and
    only the others have `content`: bytes whose transfer encoding has been undone.
    """

    header: Header
    kind: str
    parameters: dict[str, str]
    content: bytes = b""
    parts: tuple[Part, ...] = ()

    @property
    def attached(self) -> bool:
        """Whether the sender meant a file and not something to read."""
        return token_of(self.header.first("content-disposition")) == "attachment"

    @property
    def file_name(self) -> str:
        """The file's name as the sender calls it; empty if it has none. Never a place to write to."""
        disposition = parameters_of(self.header.first("content-disposition"))
        return parameter(disposition, "filename") or parameter(self.parameters, "name")

    @property
    def is_message(self) -> bool:
        """Whether this wraps another mail."""
        return self.kind in _MESSAGES

    @cached_property
    def text(self) -> str:
        """The content as text, with LF line ends."""
        text = read_text(self.content, self.parameters.get("charset"))
        return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text

    def walk(self) -> Iterator[Part]:
        """This part and all parts in it, in their order."""
        yield self
        for part in self.parts:
            yield from part.walk()


def split_mail(raw: bytes, most: int = MOST_BYTES) -> Part:
    """The whole mail as a tree of parts, or BadMail."""
    if len(raw) > most:
        raise too_large(len(raw), most)
    if b"\r" in raw:
        raw = raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    mail = _Splitter().split(raw, 0)
    if not mail.header.names:
        raise unreadable()
    return mail


class _Splitter:
    """Counts the parts of one mail, and the bytes of their headers, while it is split."""

    def __init__(self) -> None:
        self._parts = 0
        self._room = MOST_HEADER

    def split(self, raw: bytes, depth: int) -> Part:
        header, body = split_header(raw, self._room)
        self._room -= len(raw) - len(body)
        content_type = header.first("content-type")
        kind = token_of(content_type)
        if kind.count("/") != 1:
            kind = "text/plain"
        parameters = parameters_of(content_type)
        pieces = _pieces(body, kind, parameters.get("boundary", ""))
        if pieces is not None:
            return Part(header, kind, parameters, parts=self._split_all(pieces, depth))
        content = undone(body, token_of(header.first("content-transfer-encoding")))
        if kind in _MESSAGES:
            return Part(header, kind, parameters, parts=self._split_all(iter([content]), depth))
        return Part(header, kind, parameters, content)

    def _split_all(self, pieces: Iterator[bytes], depth: int) -> tuple[Part, ...]:
        if depth == DEEPEST:
            raise too_deep()
        parts = []
        for piece in pieces:
            self._parts += 1
            if self._parts > MOST_PARTS:
                raise too_many_parts()
            parts.append(self.split(piece, depth + 1))
        return tuple(parts)


def _pieces(body: bytes, kind: str, boundary: str) -> Iterator[bytes] | None:
    """The pieces between the boundary lines, or None if this has no parts."""
    boundary = boundary.rstrip()
    if not kind.startswith("multipart/") or not 0 < len(boundary) <= _LONGEST_BOUNDARY:
        return None
    mark = b"\n--" + boundary.encode("utf-8", "replace")
    return _between(b"\n" + body, mark)


def _between(body: bytes, mark: bytes) -> Iterator[bytes]:
    start = 0
    for line in re.finditer(re.escape(mark) + rb"(--)?+[ \t]*+(?=\n|\Z)", body):
        if start:
            yield body[start : line.start()]
        if line[1]:
            return
        start = line.end() + 1
    if start:
        yield body[start:]

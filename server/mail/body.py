"""Parts of a mail that goes out: text that people read, and files.

Text is sent as it is where it is plain ASCII with lines of an allowed length, and else as
quoted-printable, so that every line on the wire is short and seven bits wide. A page of HTML can spell
every letter in ASCII, and does unless that makes it longer than base64, as which files go too: no mail
server touches it.
"""

from __future__ import annotations

import binascii
import re
from dataclasses import dataclass

from engine.mail.limits import BadMail

LINE_END = "\r\n"

_LONGEST_LINE = 998
_BASE64_LINE = 76
_CONTROLS = bytes(byte for byte in (*range(0x20), 0x7F) if byte not in b"\t\n")
_FILE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_KIND = re.compile(r"[a-z]+/[a-z0-9.+-]{1,60}")


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file to send, with a name of plain ASCII."""

    name: str
    kind: str
    content: bytes

    def __post_init__(self) -> None:
        if _FILE_NAME.fullmatch(self.name) is None or _KIND.fullmatch(self.kind) is None:
            raise BadMail(
                "mail/bad-file",
                "a file can't be attached as {name} of the kind {kind}",
                name=ascii(self.name),
                kind=ascii(self.kind),
            )


@dataclass(frozen=True, slots=True)
class Piece:
    """A part as it goes on the wire: the fields that describe it, and its bytes."""

    fields: tuple[str, ...]
    body: bytes

    @property
    def raw(self) -> bytes:
        """Header and body, as inside of a multipart."""
        return LINE_END.join([*self.fields, "", ""]).encode("ascii") + self.body


def text_piece(text: str) -> Piece:
    """A text to read, with its lines as they are, and without control characters."""
    lines = _lines(text.encode("utf-8", "replace"))
    body = b"\r\n".join([*lines, b""])
    plain = body.isascii() and max(map(len, lines)) <= _LONGEST_LINE
    encoding = "7bit" if plain else "quoted-printable"
    return Piece(_fields("plain", encoding), body if plain else binascii.b2a_qp(body))


def html_piece(page: str) -> Piece:
    """A page to look at: the same text for those whose mail program shows it."""
    lines = _lines(page.encode("ascii", "xmlcharrefreplace"))
    body = b"\r\n".join([*lines, b""])
    raw = page.encode("utf-8", "replace")
    if len(body) * 3 <= len(raw) * 4 and max(map(len, lines)) <= _LONGEST_LINE:
        return Piece(_fields("html", "7bit"), body)
    return Piece(_fields("html", "base64"), _base64(b"\r\n".join([*_lines(raw), b""])))


def _lines(raw: bytes) -> list[bytes]:
    if b"\r" in raw:
        raw = raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return raw.translate(None, _CONTROLS).rstrip(b"\n").split(b"\n")


def _fields(kind: str, encoding: str) -> tuple[str, ...]:
    return (f'Content-Type: text/{kind}; charset="utf-8"', f"Content-Transfer-Encoding: {encoding}")


def file_piece(file: Attachment) -> Piece:
    """A file to keep, byte for byte."""
    return Piece(
        (
            f"Content-Type: {file.kind}",
            "Content-Transfer-Encoding: base64",
            f'Content-Disposition: attachment; filename="{file.name}"',
        ),
        _base64(file.content),
    )


def _base64(content: bytes) -> bytes:
    digits = binascii.b2a_base64(content, newline=False)
    lines = [digits[at : at + _BASE64_LINE] for at in range(0, len(digits), _BASE64_LINE)]
    return b"\r\n".join([*lines, b""])


def mixed_piece(pieces: list[Piece], boundary: str) -> Piece:
    """Several parts as one. The boundary must be one that none of them can contain."""
    return _multipart("mixed", pieces, boundary)


def either_piece(pieces: list[Piece], boundary: str) -> Piece:
    """The same told in several ways, the plainest first: a mail program shows the last that it can."""
    return _multipart("alternative", pieces, boundary)


def _multipart(kind: str, pieces: list[Piece], boundary: str) -> Piece:
    mark = f"--{boundary}".encode("ascii")
    body = b"".join([b"%s\r\n%s\r\n" % (mark, piece.raw) for piece in pieces])
    return Piece((f'Content-Type: multipart/{kind}; boundary="{boundary}"',), body + mark + b"--\r\n")

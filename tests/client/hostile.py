"""Mails that were made to keep a reader busy: families that grow to any size, each with the server's mark."""

from __future__ import annotations

from collections.abc import Callable

HEAD = b"From: pit@example.org\r\nX-Loop: pit.example.org\r\n"
MIXED = b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n"
POSITION = b'Content-Disposition: attachment; filename="grubenpost-position.json"\r\n\r\n'

SIGNED = b'"signature":"' + b"A" * 86 + b'=="\n}\n'

Make = Callable[[int], bytes]


def filled(piece: bytes, size: int) -> bytes:
    return (piece * (size // len(piece) + 1))[:size]


def text_of(piece: bytes | str, kind: bytes = b"text/plain; charset=utf-8") -> Make:
    """A text that is this over and over."""
    raw = piece.encode() if isinstance(piece, str) else piece
    return lambda size: HEAD + b"Content-Type: " + kind + b"\r\n\r\n" + filled(raw, size)


def field_of(start: bytes, piece: bytes) -> Make:
    """One field that never ends."""
    return lambda size: HEAD + start + filled(piece, size) + b"\r\n\r\nx"


def body_of(fields: bytes, piece: bytes) -> Make:
    return lambda size: HEAD + fields + b"\r\n\r\n" + filled(piece, size)


def marks(size: int) -> bytes:
    """Accents in the wrong order, which Unicode wants in the right one."""
    half = size // 4
    return HEAD + b"\r\na" + ("\u0301" * half).encode() + ("\u0323" * half).encode()


def nested(size: int) -> bytes:
    return HEAD + b"".join(MIXED % (n, n) for n in range(8)) + b"\n" + filled(b"--b9\n", size)


def too_nested(size: int) -> bytes:
    return HEAD + b"".join(MIXED % (n, n) for n in range(size // 60))


FAMILIES: dict[str, Make] = {
    "letters": text_of("x"),
    "blanks": text_of(" "),
    "empty lines": text_of("\n"),
    "codes": text_of("GP-AAAA-AAAA-AAA "),
    "halves of a code": text_of("GP-"),
    "refusals": text_of("(a-"),
    "refusal words": text_of("(a/a-a"),
    "checkpoints": text_of("checkpoint:a"),
    "checkpoint numbers": text_of("checkpoint:a,1,"),
    "double lines": text_of("═" * 39 + "\n"),
    "a double line": text_of("="),
    "waves": text_of("~"),
    "waves in lines": text_of("~" * 41 + "\n"),
    "numbers": text_of("12345 "),
    "accents": marks,
    "accents and halves": text_of("\u0301" * 30 + "\uff9e"),
    "long letters": text_of("\ufdfa"),
    "escapes": text_of("\x1b[31m\x1b]8;;http://example.org\x07"),
    "changes of alphabet": text_of(b"\x1b$B!!\x1b(B", b"text/plain; charset=iso-2022-jp"),
    "halves of characters": text_of(b"\x00\xd8", b"text/plain; charset=utf-16"),
    "a charset that is slow": text_of(b"a", b"text/plain; charset=punycode"),
    "tags": text_of("<a", b"text/html"),
    "fields": lambda size: HEAD + filled(b"a:b\n", size) + b"\n\nx",
    "one field of many lines": lambda size: HEAD + b"Subject: a\n" + filled(b" b\n", size),
    "parameters": field_of(b"Content-Type: multipart/mixed", b";a=b"),
    "semicolons": field_of(b"Content-Type: multipart/mixed", b";"),
    "open quotes": field_of(b'Content-Type: a/b; c="', b'\\"'),
    "pieces of a name": field_of(b"Content-Disposition: attachment", b"; filename*0*=utf-8''%41"),
    "encoded words": field_of(b"Subject: ", b"=?utf-8?q?"),
    "brackets in the date": field_of(b"Date: ", b"("),
    "Message-IDs": field_of(b"Message-ID: ", b"<a@b"),
    "answers": field_of(b"In-Reply-To: ", b"<" + b"a" * 251),
    "parts": body_of(b"Content-Type: multipart/mixed; boundary=b", b"--b\r\n\r\n"),
    "nearly parts": body_of(b"Content-Type: multipart/mixed; boundary=b", b"--bb\n"),
    "blanks behind a boundary": body_of(b"Content-Type: multipart/mixed; boundary=b", b"\n--b" + b" " * 99),
    "nested": nested,
    "too nested": too_nested,
    "messages": lambda size: HEAD + b"Content-Type: message/rfc822\n\n" * 8 + filled(b"x\n", size),
    "headers in messages": lambda size: (
        HEAD + b"Content-Type: message/rfc822\n\n" * 7 + filled(b"a:b\n", size)
    ),
    "quoted-printable": body_of(b"Content-Transfer-Encoding: quoted-printable", b"=41=\n"),
    "blanks in quoted-printable": body_of(b"Content-Transfer-Encoding: quoted-printable", b"  \t"),
    "base64": body_of(b"Content-Transfer-Encoding: base64", b"QUFB\n"),
    "padding": body_of(b"Content-Transfer-Encoding: base64", b"="),
    "brackets for a position": lambda size: HEAD + POSITION + filled(b"[", size),
    "numbers for a position": lambda size: HEAD + POSITION + filled(b"9", size),
    "brackets under a signature": lambda size: HEAD + POSITION + filled(b"[", size) + SIGNED,
    "words under a signature": lambda size: (
        HEAD + POSITION + b'{\n"a":"' + filled(b"x", size) + b'",\n' + SIGNED
    ),
    "zeros": bytes,
    "line ends": lambda size: filled(b"\r", size),
    "colons": lambda size: filled(b":", size),
}

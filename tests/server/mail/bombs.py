"""Mails made to waste time or memory, all of them small enough to be looked at, or nearly so."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable

from engine.mail.limits import MOST_BYTES

ROOM = MOST_BYTES - 1024
HEAD = b"From: anna@example.org\r\nTo: pit@example.org\r\nSubject: boom\r\n"


def filled(piece: bytes, size: int = ROOM) -> bytes:
    """As many of these as fit."""
    return piece * (size // len(piece))


def text(body: bytes, kind: bytes = b"text/plain; charset=utf-8") -> bytes:
    return HEAD + b"Content-Type: " + kind + b"\r\n\r\n" + body


def nested(depth: int, body: bytes = b"x") -> bytes:
    opened = b"".join(
        b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(depth)
    )
    return HEAD + opened + b"\n" + body


def messages(depth: int) -> bytes:
    return HEAD + b"Content-Type: message/rfc822\n\n" * depth + b"x"


def many_parts(number: int) -> bytes:
    return HEAD + b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--b\n\nx\n" * number + b"--b--\n"


def zip_of_nothing() -> bytes:
    box = io.BytesIO()
    with zipfile.ZipFile(box, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("zeros", "w") as entry:
        for _ in range(64):
            entry.write(bytes(1024 * 1024))
    return HEAD + b"Content-Type: application/zip\r\n\r\n" + box.getvalue()


def report_of(groups: bytes) -> bytes:
    return (
        HEAD
        + b"Content-Type: multipart/report; boundary=b\n\n--b\nContent-Type: message/delivery-status\n\n"
        + groups
        + b"\n--b--\n"
    )


def notice(piece: bytes) -> bytes:
    """The text of a mail server that could not deliver a mail."""
    return b"From: MAILER-DAEMON <>\nSubject: Undeliverable: x\n\n" + filled(piece, ROOM - 1024)


REFUSED: dict[str, tuple[Callable[[], bytes], str]] = {
    "100,000 parts in 1 MB": (lambda: many_parts(100_000), "mail/too-large"),
    "30,000 parts": (lambda: many_parts(30_000), "mail/too-many-parts"),
    "3,000 nested multiparts": (lambda: nested(3000), "mail/too-deep"),
    "8,000 nested messages": (lambda: messages(8000), "mail/too-deep"),
    "noise of 8 MB": (lambda: bytes(range(256)) * 32768, "mail/too-large"),
    "no mail at all": (lambda: bytes(range(256)) * 512, "mail/unreadable"),
}

HARMLESS: dict[str, Callable[[], bytes]] = {
    "2,000 brackets in From": lambda: b"From: " + b"(" * 2000 + b"@\r\nTo: pit@example.org\r\n\r\nx",
    "all brackets in From": lambda: b"From: " + filled(b"(") + b"\r\n\r\nx",
    "all quotes in From": lambda: b"From: " + filled(b'"\\"') + b"\r\n\r\nx",
    "all addresses in To": lambda: b"To: " + filled(b"a@b.c, ") + b"\r\n\r\nx",
    "all Message-IDs": lambda: b"References: " + filled(b"<a@b> ") + b"\r\n\r\nx",
    "all encoded words": lambda: b"Subject: " + filled(b"=?utf-8?q?a?= ") + b"\r\n\r\nx",
    "a long encoded word": lambda: b"Subject: =?utf-8?b?" + filled(b"QUFB") + b"\r\n\r\nx",
    "all parameters": lambda: HEAD + b"Content-Type: multipart/mixed" + filled(b";a") + b"\r\n\r\nx",
    "all quoted parameters": lambda: HEAD + b'Content-Type: a/b; c="' + filled(b'";') + b"\r\n\r\nx",
    "all escapes": lambda: HEAD + b'Content-Type: a/b; c="' + filled(b"\\a") + b"\r\n\r\nx",
    "all fields": lambda: filled(b"a:b\n") + b"\nx",
    "one field of all lines": lambda: b"From: a\n" + filled(b" b\n") + b"\nx",
    "a field name without an end": lambda: b"From: a@example.org\n" + filled(b"x"),
    "Authentication-Results": lambda: (
        b"From: a@b.c\nAuthentication-Results: mx.example.org; " + filled(b"dmarc=") + b"\n\nx"
    ),
    "eight deep, all lines": lambda: nested(8, filled(b"\n", ROOM - 1024)),
    "nearly boundaries": lambda: HEAD + b"Content-Type: multipart/mixed; boundary=b\n\n" + filled(b"--bx\n"),
    "nearly nested boundaries": lambda: nested(8, filled(b"--b0x\n", ROOM - 1024)),
    "all newlines": lambda: text(filled(b"\n")),
    "all carriage returns": lambda: text(filled(b"\r")),
    "all armour frames": lambda: text(filled(b"BEGIN GRUBENPOST. ")),
    "armour in and out": lambda: text(filled(b"BEGIN GRUBENPOST. x END GRUBENPOST. ")),
    "all flowing": lambda: text(filled(b"a \n"), b"text/plain; format=flowed"),
    "all quotes flowing": lambda: text(filled(b">"), b"text/plain; format=flowed"),
    "all quoted": lambda: text(filled(b"> \n")),
    "all tags": lambda: text(filled(b"<"), b"text/html"),
    "all blockquotes": lambda: text(filled(b"<blockquote>"), b"text/html"),
    "blockquotes in lines": lambda: text(filled(b"<blockquote>a<br>b"), b"text/html"),
    "open blockquotes": lambda: text(filled(b"<blockquote "), b"text/html"),
    "all comments": lambda: text(filled(b"<!--"), b"text/html"),
    "all entities": lambda: text(filled(b"&amp"), b"text/html"),
    "all codes": lambda: text(filled(b"GP-AAAA-AAAA-AAAA ")),
    "nearly codes": lambda: text(filled(b"GP-A")),
    "codes in spaces": lambda: text(filled(b"GP" + b" " * 18 + b"AAAA" + b"\n" * 18)),
    "all attributions": lambda: text(filled(b"On 10:11 a@b wrote:\n")),
    "nearly attributions": lambda: text(filled(b"On 10:11 a@b wrote\n")),
    "a long attribution": lambda: text(b"On 10:11 " + filled(b"wrote ")),
    "all labels": lambda: text(filled(b"To: a\n")),
    "labels and blanks": lambda: text(filled(b"Von:\n\n\n\n")),
    "all dashes": lambda: text(filled(b"-")),
    "dashes and one letter": lambda: text(filled(b"-") + b"x"),
    "rules in lines": lambda: text(filled(b"----x----x\n")),
    "signed and never ended": lambda: text(filled(b"-----BEGIN PGP SIGNED MESSAGE-----\na\n")),
    "all phone signatures": lambda: text(filled(b"Sent from a\n")),
    "spaces in one line": lambda: text(b"x" + filled(b" ") + b"x"),
    "full-width": lambda: text(filled("Ｇ".encode())),
    "combining marks": lambda: text(b"a" + filled("\u0316\u0301".encode())),
    "utf-16": lambda: text(b"\xff\xfe" + filled(b"\x00\xd8"), b"text/plain; charset=utf-16"),
    "utf-7": lambda: text(filled(b"+"), b"text/plain; charset=utf-7"),
    "idna": lambda: text(filled(b"xn--"), b"text/plain; charset=idna"),
    "punycode": lambda: text(filled(b"a-"), b"text/plain; charset=punycode"),
    "zlib": lambda: text(filled(b"x"), b"text/plain; charset=zlib"),
    "base64 of nothing": lambda: HEAD + b"Content-Transfer-Encoding: base64\n\n" + filled(b"===="),
    "quoted-printable of nothing": lambda: (
        HEAD + b"Content-Transfer-Encoding: quoted-printable\n\n" + filled(b"=\n")
    ),
    "a zip of 64 MB": zip_of_nothing,
    "all recipients": lambda: report_of(filled(b"Action: failed\n\n", ROOM - 1024)),
    "recipients without lines between": lambda: report_of(filled(b"Action: failed\n", ROOM - 1024)),
    "qmail": lambda: text(b"Hi. This is the qmail-send program at a.\n" + filled(b"<a>:\nb\n")),
    "qmail without fates": lambda: text(b"Hi. This is the qmail-send program at a.\n" + filled(b"<a>:")),
    "statuses": lambda: HEAD + b"X-Failed-Recipients: a@b.c\n\n" + filled(b"5.1."),
    "Message-ID lines": lambda: HEAD + b"X-Failed-Recipients: a@b.c\n\n" + filled(b"Message-ID: \n"),
    "a notice of all users": lambda: notice(b"user "),
    "a notice of all mailboxes": lambda: notice(b"the mailbox of address.x not "),
    "a notice of all messages": lambda: notice(b"your message was "),
    "a notice of all addresses": lambda: notice(b"a@b.c "),
    "a notice of all replies": lambda: notice(b"550 5.1."),
    "a notice of all copies": lambda: notice(b"Received: from\n"),
    "a notice of all titles": lambda: notice(b"To: x\n"),
    "all fields of machines": lambda: filled(b"X-a-auto-reply-a: no\n") + b"\nx",
    "a letter too long": lambda: text(b'format = "grubenpost-move/1"\n' + filled(b"a")),
    "forty letters": lambda: (
        HEAD
        + b"Content-Type: multipart/mixed; boundary=b\n\n"
        + b"".join(b'--b\n\nformat = "grubenpost-move/1"\nn = %d\n' % n for n in range(40))
    ),
}

"""Mails inside of mails, calendars, signatures and encryption."""

from __future__ import annotations

import io
import zipfile

from engine.record.letters.armour import wrap
from tests.engine.record.mangles import dash_escaped
from tests.server.mail.recipes import recipe
from tests.server.mail.samples import (
    BLOCK,
    CODE,
    LETTER,
    PIT,
    TURN_EN,
    b64,
    eml,
    letter,
    parts,
    qp,
    quoted,
    received,
)


def header(content: str, subject: str = "game-1", encoding: str = "7bit") -> str:
    return f"""{received("mail.example.org")}
From: Anna <anna@example.org>
To: {PIT}
Subject: {subject}
Date: Tue, 3 Feb 2026 10:45:00 +0100
Message-ID: <20260203094500.99@example.org>
MIME-Version: 1.0
Content-Type: {content}
Content-Transfer-Encoding: {encoding}
"""


BENS = f"""From: Ben <ben@example.net>
To: anna@example.org
Subject: my move
Message-ID: <20260203080000.5@example.net>
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8

resign game-1
{CODE}

{wrap(letter("bank", 16, "ben"))}
"""


@recipe("forward-as-attachment", own_lines=["Ben's mail, as I got it."], letters=1)
def forwarded() -> bytes:
    """Of a forwarded mail only the sealed letter counts: neither its commands nor its codes."""
    boundary = "------------fwd0123456789"
    body = parts(
        boundary,
        [
            "Content-Type: text/plain; charset=UTF-8\n\nBen's mail, as I got it.",
            'Content-Type: message/rfc822; charset=UTF-8; name="my move.eml"\n'
            f'Content-Disposition: attachment; filename="my move.eml"\n\n{BENS}',
        ],
    )
    return eml(header(f'multipart/mixed; boundary="{boundary}"', "Fwd: my move"), body)


@recipe("forward-of-forward", own_lines=["again"], letters=2)
def forwarded_twice() -> bytes:
    """One letter attached, and another two mails deep, the middle one without any text of its own."""
    outer, inner = "=_outer", "=_inner"
    deep = parts(inner, [f"Content-Type: message/rfc822\n\n{BENS}"])
    middle = (
        "From: clara@example.com\nMIME-Version: 1.0\nContent-Type: multipart/mixed; "
        f'boundary="{inner}"\n\n{deep}'
    )
    body = parts(
        outer,
        [
            "Content-Type: text/plain\n\nagain",
            f"Content-Type: message/rfc822\n\n{middle}",
            f"Content-Type: image/png\nContent-Transfer-Encoding: base64\n\n{b64(LETTER)}",
        ],
    )
    return eml(header(f'multipart/mixed; boundary="{outer}"', "Fwd: Fwd: my move"), body)


@recipe("forward-apple", own_lines=["fyi"], letters=1)
def forwarded_apple() -> bytes:
    body = (
        "fyi\n\nBegin forwarded message:\n\n> From: Ben <ben@example.net>\n> Subject: my move\n"
        f"> Date: 3 February 2026 at 09:58:12 CET\n> To: anna@example.org\n>\n{quoted(BLOCK)}"
    )
    return eml(header("text/plain; charset=us-ascii", "Fwd: my move"), body)


@recipe("same-letter-four-times", own_lines=BLOCK.split("\n")[:-1], letters=1)
def four_times() -> bytes:
    """As a block, quoted, attached, and attached with other line ends: one letter."""
    boundary = "=_four"
    crlf = LETTER.replace(b"\n", b"\r\n")
    body = parts(
        boundary,
        [
            f"Content-Type: text/plain\n\n{BLOCK}\n{quoted(BLOCK)}",
            f"Content-Type: application/octet-stream\nContent-Transfer-Encoding: base64\n\n{b64(LETTER)}",
            f"Content-Type: text/x-toml\nContent-Transfer-Encoding: base64\n\n{b64(crlf)}",
        ],
    )
    return eml(header(f'multipart/mixed; boundary="{boundary}"'), body)


@recipe("calendar-invite", own_lines=["Shall we all play on Thursday?"])
def calendar() -> bytes:
    boundary = "=_cal"
    ics = (
        "BEGIN:VCALENDAR\nPRODID:-//example//EN\nVERSION:2.0\nMETHOD:REQUEST\nBEGIN:VEVENT\n"
        "DTSTART:20260205T190000Z\nUID:1@example.org\nORGANIZER:mailto:anna@example.org\nSUMMARY:The pit\n"
        "END:VEVENT\nEND:VCALENDAR"
    )
    body = parts(
        boundary,
        [
            "Content-Type: text/plain; charset=UTF-8\n\nShall we all play on Thursday?",
            "Content-Type: text/html; charset=UTF-8\n\n<p>Shall we all play on Thursday?</p>",
            f"Content-Type: text/calendar; charset=UTF-8; method=REQUEST\n\n{ics}",
        ],
    )
    return eml(header(f'multipart/alternative; boundary="{boundary}"', "Invitation: the pit"), body)


@recipe("smime-signed", own_lines=["3"], codes=[CODE])
def smime_signed() -> bytes:
    boundary = "----C0FFEE1234567890"
    text = f"3\n\nOn 03.02.26 10:11, Grubenpost wrote:\n{quoted(TURN_EN)}"
    body = parts(
        boundary,
        [
            "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: "
            f"quoted-printable\n\n{qp(text)}",
            'Content-Type: application/pkcs7-signature; name="smime.p7s"\nContent-Transfer-Encoding: base64\n'
            f'Content-Disposition: attachment; filename="smime.p7s"\n\n{b64(bytes(range(200)))}',
        ],
        "This is an S/MIME signed message\n\n",
    )
    content = (
        f'multipart/signed; protocol="application/pkcs7-signature";\n micalg="sha-256"; boundary="{boundary}"'
    )
    return eml(header(content), body)


@recipe("smime-opaque", problems=["mail/encrypted"])
def smime_opaque() -> bytes:
    content = 'application/pkcs7-mime; smime-type=enveloped-data;\n name="smime.p7m"'
    return eml(header(content, encoding="base64"), b64(b"\x30\x82\x05\x39" + bytes(range(256))))


@recipe("pgp-inline-signed", own_lines=["3"], letters=0, codes=[CODE])
def pgp_inline() -> bytes:
    """A list item and a signature, both with the dash that OpenPGP puts before a dash."""
    text = f"3\n\nOn 03.02.26 10:11, Grubenpost wrote:\n{quoted(TURN_EN)}\n-- \nAnna"
    return eml(header("text/plain; charset=utf-8"), dash_escaped(text))


@recipe("pgp-inline-encrypted", own_lines=[], problems=["mail/encrypted"])
def pgp_inline_encrypted() -> bytes:
    body = (
        "-----BEGIN PGP MESSAGE-----\n\nwcDMA0aB1cD2eF3gAQv/Zm9vYmFyYmF6cXV4\n=q1W2\n-----END "
        "PGP MESSAGE-----\n"
    )
    return eml(header("text/plain; charset=utf-8"), body)


@recipe("zip-attachment", own_lines=["all my moves in one file"])
def zipped() -> bytes:
    """Archives stay closed."""
    box = io.BytesIO()
    with zipfile.ZipFile(box, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr(zipfile.ZipInfo("move.toml", (2026, 2, 3, 10, 0, 0)), LETTER)
    boundary = "=_zip"
    body = parts(
        boundary,
        [
            "Content-Type: text/plain\n\nall my moves in one file",
            'Content-Type: application/zip; name="moves.zip"\nContent-Transfer-Encoding: base64\n'
            f"Content-Disposition: attachment\n\n{b64(box.getvalue())}",
        ],
    )
    return eml(header(f'multipart/mixed; boundary="{boundary}"'), body)


@recipe("text-attachment", own_lines=["my notes are attached"])
def text_attachment() -> bytes:
    """What is attached is not said."""
    boundary = "=_notes"
    body = parts(
        boundary,
        [
            "Content-Type: text/plain\n\nmy notes are attached",
            "Content-Type: text/plain; name=notes.txt\nContent-Disposition: attachment\n\n"
            f"resign game-1\n{CODE}",
        ],
    )
    return eml(header(f'multipart/mixed; boundary="{boundary}"'), body)

"""Thunderbird, with what it flows, signs and encrypts."""

from __future__ import annotations

from tests.engine.record.mangles import flowed
from tests.server.mail.recipes import recipe
from tests.server.mail.samples import (
    BLOCK,
    CODE,
    LETTER,
    MINING,
    ORIGINAL_ID,
    PIT,
    TURN_DE,
    TURN_EN,
    eml,
    paragraphs,
    parts,
    quoted,
    received,
)


def header(content: str, subject: str = "Re: [your turn] Grubenpost game-1") -> str:
    return f"""{received("mail.example.org")}
Message-ID: <3b1c2d4e-5f60-4718-92a3-b4c5d6e7f809@example.org>
Date: Tue, 3 Feb 2026 10:40:12 +0100
MIME-Version: 1.0
User-Agent: Mozilla Thunderbird
Subject: {subject}
To: Grubenpost <{PIT}>
References: {ORIGINAL_ID}
Content-Language: en-US
From: Anna <anna@example.org>
In-Reply-To: {ORIGINAL_ID}
Content-Type: {content}
Content-Transfer-Encoding: 8bit
"""


FLOWED = "text/plain; charset=UTF-8; format=flowed"


@recipe("thunderbird-bottom", own_lines=["3"], codes=[CODE])
def below() -> bytes:
    return eml(header(FLOWED), f"On 03.02.26 10:11, Grubenpost wrote:\n{quoted(TURN_EN)}\n3\n")


@recipe("thunderbird-german", own_lines=["order draw"], codes=[CODE])
def german() -> bytes:
    told = "Am 03.02.26 um 10:11 schrieb Grubenpost:\n"
    signature = "-- \nAnna Schmidt\nAm Schacht 3\n"
    return eml(header(FLOWED), f"order draw\n\n{told}{quoted(TURN_DE)}\n\n{signature}")


@recipe("thunderbird-old-german", own_lines=["3"], codes=[CODE])
def old_german() -> bytes:
    told = "Grubenpost schrieb am 03.02.2026 um 10:11:\n"
    return eml(header("text/plain; charset=UTF-8"), f"{told}{quoted(TURN_DE)}\n\n3\n")


@recipe("thunderbird-interleaved", own_lines=["3", "Well mined, Clara!"], codes=[CODE])
def interleaved() -> bytes:
    lines = quoted(TURN_EN).split("\n")
    at = next(number for number, line in enumerate(lines) if "Clara" in line) + 1
    body = "\n".join(
        ["3", "", "On 03.02.26 10:11, Grubenpost wrote:", *lines[:at], "", "Well mined, Clara!", ""]
    )
    return eml(header(FLOWED), body + "\n".join(lines[at:]) + "\n")


@recipe("thunderbird-flowed-move", own_lines=[MINING], codes=[CODE])
def flowed_move() -> bytes:
    """A long move that the program broke at a space, which only format=flowed tells."""
    at = MINING.index("to top")
    told = "On 03.02.26 10:11, Grubenpost wrote:\n"
    return eml(header(FLOWED), f"{MINING[:at]}\n{MINING[at:]}\n\n{told}{quoted(TURN_EN)}")


@recipe("thunderbird-flowed-delsp", own_lines=["money 5"], codes=[CODE])
def flowed_delsp() -> bytes:
    told = "On 03.02.26 10:11, Grubenpost wrote:\n"
    return eml(header(f"{FLOWED}; delsp=yes"), f"mon \ney 5\n\n{told}{quoted(TURN_EN)}")


@recipe("thunderbird-armour-flowed", own_lines=["My move, sealed:", *BLOCK.split("\n")[:-1]], letters=1)
def armour_flowed() -> bytes:
    return eml(header(FLOWED, "game-1"), flowed(f"My move, sealed:\n\n{BLOCK}"))


@recipe("thunderbird-html-only", own_lines=["3"], codes=[CODE])
def html_only() -> bytes:
    body = (
        '<!DOCTYPE html>\n<html>\n  <head>\n    <meta http-equiv="Content-Type" '
        'content="text/html; charset=UTF-8">\n'
        '  </head>\n  <body>\n    <p>3<br>\n    </p>\n    <div class="moz-cite-prefix">On '
        "03.02.26 10:11, Grubenpost "
        'wrote:<br>\n    </div>\n    <blockquote type="cite"\n      '
        'cite="mid:q6v3kd7m2xta5zcw4ynb7hje2u@pit.example.org">\n'
        f'      <pre class="moz-quote-pre" wrap="">{paragraphs(TURN_EN)}</pre>\n    </blockquote>\n'
        "    <br>\n  </body>\n</html>\n"
    )
    return eml(header("text/html; charset=UTF-8"), body)


@recipe("thunderbird-openpgp-signed", own_lines=["attached"], letters=1)
def openpgp_signed() -> bytes:
    outer, inner = "------------0aB1cD2eF3gH4iJ5kL6mN7oP", "------------q8R9sT0uV1wX2yZ3aB4cD5eF"
    text = "Content-Type: text/plain; charset=UTF-8\nContent-Transfer-Encoding: base64\n\nYXR0YWNoZWQK\n"
    file = (
        'Content-Type: application/toml; name="move.toml"\nContent-Disposition: attachment;'
        ' filename="move.toml"\n'
        f"Content-Transfer-Encoding: 7bit\n\n{LETTER.decode('ascii')}"
    )
    signed = (
        f'Content-Type: multipart/mixed; boundary="{inner}";\n protected-headers="v1"\n\n'
        f"{parts(inner, [text, file])}"
    )
    signature = (
        'Content-Type: application/pgp-signature; name="OpenPGP_signature.asc"\n'
        "Content-Description: OpenPGP digital signature\nContent-Disposition: attachment; "
        'filename="OpenPGP_signature.asc"\n\n-----BEGIN PGP SIGNATURE-----\n\n'
        "wsD5BAABCAAjFiEE1mxVbU9PUw0aB1cD2eF3gH4iJ5kFAmmBxx8FAwAAAAAACgkQ0aB1cD2eF3g=\n=Gb7Q\n"
        "-----END PGP SIGNATURE-----\n"
    )
    content = (
        f'multipart/signed; micalg=pgp-sha256;\n protocol="application/pgp-signature";\n boundary="{outer}"'
    )
    note = "This is an OpenPGP/MIME signed message (RFC 4880 and 3156)\n"
    return eml(header(content, "game-1"), parts(outer, [signed, signature], note))


@recipe("thunderbird-openpgp-encrypted", problems=["mail/encrypted"])
def openpgp_encrypted() -> bytes:
    boundary = "------------g6H7iJ8kL9mN0oP1qR2sT3uV"
    body = parts(
        boundary,
        [
            "Content-Type: application/pgp-encrypted\nContent-Description: PGP/MIME "
            "version identification\n\nVersion: 1",
            'Content-Type: application/octet-stream; name="encrypted.asc"\nContent-Disposition: inline; '
            'filename="encrypted.asc"\n\n-----BEGIN PGP MESSAGE-----\n\n'
            "wcDMA0aB1cD2eF3gAQv/Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6\n=q1W2\n"
            "-----END PGP MESSAGE-----",
        ],
        "This is an OpenPGP/MIME encrypted message (RFC 4880 and 3156)\n",
    )
    content = f'multipart/encrypted; protocol="application/pgp-encrypted";\n boundary="{boundary}"'
    return eml(header(content, "..."), body)

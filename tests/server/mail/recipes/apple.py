"""Apple Mail on the Mac and on the phone."""

from __future__ import annotations

from tests.server.mail.recipes import recipe
from tests.server.mail.samples import (
    CODE,
    LETTER,
    ORIGINAL_ID,
    PIT,
    TURN_DE,
    TURN_EN,
    TURN_RU,
    b64,
    eml,
    paragraphs,
    parts,
    qp,
    quoted,
    received,
    tagged,
)


def header(
    content: str, encoding: str, mailer: str, subject: str = "Re: [your turn] Grubenpost game-1"
) -> str:
    return f"""{received("smtp.example.org")}
From: Anna <anna@example.org>
Content-Type: {content}
Content-Transfer-Encoding: {encoding}
Mime-Version: 1.0 ({mailer})
Subject: {subject}
Date: Tue, 3 Feb 2026 10:20:01 +0100
In-Reply-To: {ORIGINAL_ID}
References: {ORIGINAL_ID}
To: Grubenpost <{PIT}>
X-Mailer: Apple Mail (2.3826.400.131.1.6)
Message-Id: <5F1C2D3E-4A5B-4C6D-8E7F-0A1B2C3D4E5F@example.org>
"""


MAC = r"Mac OS X Mail 16.0 \(3826.400.131.1.6\)"
PHONE = "1.0"


@recipe("apple-mac", own_lines=["3"], codes=[CODE])
def mac() -> bytes:
    told = "On 3 Feb 2026, at 10:11, Grubenpost <pit@example.org> wrote:\n\n"
    return eml(
        header("text/plain;\n\tcharset=us-ascii", "quoted-printable", MAC),
        qp(f"3\n\n{quoted(told + TURN_EN)}"),
    )


@recipe("apple-mac-german", own_lines=["keep none, bottom k1D y1L b2D y2L g2L"], codes=[CODE])
def mac_german() -> bytes:
    told = "Am 03.02.2026 um 10:11 schrieb Grubenpost <pit@example.org>:\n\n"
    return eml(
        header("text/plain;\n\tcharset=utf-8", "quoted-printable", MAC),
        qp(f"keep none, bottom k1D y1L b2D y2L g2L\n\n{quoted(told + TURN_DE)}"),
    )


@recipe("apple-iphone", own_lines=["3"], codes=[CODE])
def iphone() -> bytes:
    told = "On 3 Feb 2026, at 10:11, Grubenpost <pit@example.org> wrote:\n"
    body = f"3\n\nSent from my iPhone\n\n{quoted(told)}>\n{quoted(TURN_EN)}"
    return eml(header("text/plain;\n\tcharset=utf-8", "8bit", PHONE), body)


@recipe("apple-iphone-german", own_lines=["2"], codes=[CODE])
def iphone_german() -> bytes:
    told = "Am 03.02.2026 um 10:11 schrieb Grubenpost <pit@example.org>:\n"
    body = f"2\n\nVon meinem iPhone gesendet\n\n{quoted(told)}>\n\ufeff{quoted(TURN_DE)}"
    return eml(header("text/plain;\n\tcharset=utf-8", "base64", PHONE), b64(body))


@recipe("apple-iphone-russian", own_lines=["3"], codes=[CODE])
def iphone_russian() -> bytes:
    told = "3 февр. 2026 г., в 13:11, Grubenpost <pit@example.org> написал(а):\n"
    body = f"3\n\nОтправлено с iPhone\n\n{quoted(told)}>\n{quoted(TURN_RU)}"
    subject = tagged("Re: [ваш ход] Grubenpost game-1")
    return eml(header("text/plain;\n\tcharset=utf-8", "base64", PHONE, subject), b64(body))


@recipe("apple-iphone-html-only", own_lines=["3"], codes=[CODE])
def iphone_html() -> bytes:
    body = (
        '<html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"></head>'
        '<body dir="auto">3<br id="lineBreakAtBeginningOfSignature"><div dir="ltr">Sent from my iPhone</div>'
        '<div dir="ltr"><br><blockquote type="cite">On 3 Feb 2026, at 10:11, Grubenpost '
        '&lt;pit@example.org&gt; wrote:<br><br></blockquote></div><blockquote type="cite"><div dir="ltr">'
        f"\ufeff{paragraphs(TURN_EN)}</div></blockquote></body></html>"
    )
    return eml(header("text/html;\n\tcharset=utf-8", "base64", PHONE), b64(body))


@recipe("apple-split-attachment", own_lines=["Here it is.", "See you down there"], letters=1)
def split_attachment() -> bytes:
    """Apple Mail cuts the text where the file was dropped into it."""
    boundary = "Apple-Mail=_7C9E6679-7425-40DE-944B-E07FC1F90AE7"
    body = parts(
        boundary,
        [
            "Content-Transfer-Encoding: 7bit\nContent-Type: text/plain;\n\tcharset=us-ascii\n\nHere it is.\n",
            "Content-Disposition: attachment;\n\tfilename=move.toml\nContent-Type: "
            "application/octet-stream;\n"
            '\tx-unix-mode=0644;\n\tname="move.toml"\nContent-Transfer-Encoding: base64\n\n' + b64(LETTER),
            "Content-Transfer-Encoding: 7bit\nContent-Type: text/plain;\n"
            "\tcharset=us-ascii\n\n\nSee you down there\n",
        ],
    )
    return eml(header(f'multipart/mixed;\n\tboundary="{boundary}"', "7bit", MAC, "game-1"), body)

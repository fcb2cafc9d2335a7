"""Mail programs of phones, and Yahoo's and Proton's."""

from __future__ import annotations

from tests.server.mail.recipes import recipe
from tests.server.mail.samples import (
    CODE,
    ORIGINAL_ID,
    PIT,
    TURN_DE,
    TURN_EN,
    b64,
    eml,
    paragraphs,
    parts,
    qp,
    quoted,
    received,
)


def header(
    program: str, content: str, encoding: str = "", subject: str = "Re: [your turn] Grubenpost game-1"
) -> str:
    lines = f"""{received("submission.example.org")}
Date: Tue, 03 Feb 2026 10:25:30 +0100
From: Anna <anna@example.org>
To: Grubenpost <{PIT}>
Subject: {subject}
{program}
In-Reply-To: {ORIGINAL_ID}
References: {ORIGINAL_ID}
MIME-Version: 1.0
Content-Type: {content}
"""
    return lines + (f"Content-Transfer-Encoding: {encoding}\n" if encoding else "")


K9 = "User-Agent: K-9 Mail for Android\nMessage-ID: <4C2B1A09-8F7E-46D5-B4C3-A2918070F6E5@example.org>"


@recipe("k9-german", own_lines=["3"], codes=[CODE])
def k9_german() -> bytes:
    body = (
        "3\n-- \nDiese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.\n\n"
        f"Am 3. Februar 2026 10:11:07 MEZ schrieb Grubenpost <pit@example.org>:\n{quoted(TURN_DE, '>')}"
    )
    return eml(header(K9, "text/plain;\n charset=utf-8", "quoted-printable"), qp(body))


@recipe("k9-english", own_lines=["order 2"], codes=[CODE])
def k9_english() -> bytes:
    boundary = "----X0A1B2C3D4E5F6G7H8I9J0K1L2M3N4"
    told = "On February 3, 2026 10:11:07 AM GMT+01:00, Grubenpost <pit@example.org> wrote:"
    plain = f"order 2\n\n{told}\n{quoted(TURN_EN, '>')}"
    html = (
        '<!DOCTYPE html><html><body><div dir="auto">order 2</div><br><br><div '
        'class="gmail_quote"><div dir="auto">'
        f'{paragraphs(told)}</div><blockquote class="gmail_quote" style="margin: 0pt 0pt 0pt 0.8ex;">\n'
        f'<pre class="k9mail">{paragraphs(TURN_EN)}</pre></blockquote></div></body></html>'
    )
    body = parts(
        boundary,
        [
            "Content-Type: text/plain;\n charset=utf-8\nContent-Transfer-Encoding: "
            f"quoted-printable\n\n{qp(plain)}",
            "Content-Type: text/html;\n charset=utf-8\nContent-Transfer-Encoding: "
            f"quoted-printable\n\n{qp(html)}",
        ],
    )
    return eml(header(K9, f"multipart/alternative;\n boundary={boundary}"), body)


@recipe("samsung", own_lines=["money 3"], codes=[CODE])
def samsung() -> bytes:
    body = (
        "money 3\nSent from my Galaxy\n\n-------- Original message --------\nFrom: "
        "Grubenpost <pit@example.org> "
        "Date: 03/02/2026  10:11  (GMT+01:00) To: anna@example.org Subject: [your turn] Grubenpost game-1 \n"
        f"{TURN_EN}"
    )
    mailer = "X-Mailer: Samsung Email\nMessage-ID: <20260203092530.1A2B3C@example.org>"
    return eml(header(mailer, "text/plain; charset=utf-8", "base64"), b64(body))


YAHOO = (
    "X-Mailer: WebService/1.1.24280 YMailNovation\nMessage-ID: "
    "<1234567890.7654321.1770110730000@mail.example.com>"
)


@recipe("yahoo-web", own_lines=["3"], codes=[CODE])
def yahoo_web() -> bytes:
    """The plain part quotes without any mark."""
    boundary = "----=_Part_1234567_890123456.1770110730000"
    told = "On Tuesday, February 3, 2026 at 10:11:07 AM GMT+1, Grubenpost <pit@example.org> wrote: "
    plain = f" 3\n\n    {told} \n\n {TURN_EN}  "
    html = (
        '<html><head></head><body><div class="ydp1a2b3c4dyahoo-style-wrap" '
        'style="font-size:16px;"><div dir="ltr">3'
        '</div><div><br></div></div><div id="ydp5e6f7a8byahoo_quoted" class="ydp5e6f7a8byahoo_quoted"><div>'
        f"<div>{paragraphs(told)}</div><div><br></div><div>{paragraphs(TURN_EN)}</div></div></div></body></html>"
    )
    body = parts(
        boundary,
        [
            "Content-Type: text/plain; charset=UTF-8\nContent-Transfer-Encoding: "
            f"quoted-printable\n\n{qp(plain)}",
            "Content-Type: text/html; charset=UTF-8\nContent-Transfer-Encoding: "
            f"quoted-printable\n\n{qp(html)}",
        ],
    )
    return eml(header(YAHOO, f'multipart/alternative; \n\tboundary="{boundary}"'), body)


@recipe("yahoo-android", own_lines=["4"], codes=[CODE])
def yahoo_android() -> bytes:
    """The quoted mail begins in the line that introduces it."""
    body = (
        "4\n\nSent from Yahoo Mail on Android \n \n  On Tue, Feb 3, 2026 at 10:11, "
        "Grubenpost<pit@example.org> wrote:"
        f"   {TURN_EN}"
    )
    return eml(header(YAHOO, "text/plain; charset=UTF-8", "quoted-printable"), qp(body))


@recipe("yahoo-html-only", own_lines=["3"], codes=[CODE])
def yahoo_html() -> bytes:
    body = (
        '<html><body><div style="font-size:16px;"><div dir="ltr">3</div></div><div '
        'id="yahoo_quoted_123"><div>\n'
        "<div>On Tuesday, February 3, 2026 at 10:11:07 AM GMT+1, Grubenpost &lt;"
        "pit@example.org&gt; wrote: </div>\n"
        f"<div><br></div><div>{paragraphs(TURN_EN)}</div></div></div></body></html>"
    )
    return eml(header(YAHOO, "text/html; charset=UTF-8", "quoted-printable"), qp(body))


@recipe("proton", own_lines=["3"], codes=[CODE])
def proton() -> bytes:
    body = (
        "3\n\n\nSent with Proton Mail secure email.\n\nOn Tuesday, February 3rd, 2026 at 10:11, Grubenpost "
        f"<pit@example.org> wrote:\n\n{quoted(TURN_EN)}"
    )
    ids = "Message-ID: <aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0uV@example.com>\nFeedback-ID: 1234567:user:proton"
    return eml(header(ids, "text/plain; charset=utf-8", "quoted-printable"), qp(body))


@recipe("proton-older", own_lines=["bank"], codes=[CODE])
def proton_older() -> bytes:
    body = (
        "bank\n\n------- Original Message -------\nOn Tuesday, February 3rd, 2026 at 10:11, Grubenpost "
        f"<pit@example.org> wrote:\n\n\n{quoted(TURN_EN)}"
    )
    ids = "Message-ID: <wX1yZ2aB3cD4eF5gH6iJ7kL8mN9oP0qR@example.com>"
    return eml(header(ids, "text/plain; charset=utf-8", "base64"), b64(body))

"""Gmail, in the browser and on the phone."""

from __future__ import annotations

from tests.server.mail.recipes import recipe
from tests.server.mail.samples import (
    BLOCK,
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

BOUNDARY = "000000000000a1b2c30651f0d2e4"


def header(subject: str, content: str, name: str = "Anna") -> str:
    return f"""{received("mail-ej1-f50.example.com")}
DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed;
        d=example.org; s=20230601; t=1770113467; x=1770718267; darn=example.org;
        h=to:subject:message-id:date:from:in-reply-to:references:mime-version;
        bh=qJ5m1hX0b8yN1u4t0y3Zk7m5QmZ6u8a1f3c5e7g9i1k=;
        b=Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4
X-Gm-Message-State: AOJu0YxF2c9b1a7e5d3
X-Received: by 2002:a17:906:1a2b with SMTP id a1-20020a1709061a2b;
 Tue, 03 Feb 2026 02:11:07 -0800 (PST)
MIME-Version: 1.0
References: {ORIGINAL_ID}
In-Reply-To: {ORIGINAL_ID}
From: {name} <anna@example.org>
Date: Tue, 3 Feb 2026 11:10:55 +0100
Message-ID: <CAF1x2y3z4Qw5e6r7t8y9u0i@mail.example.com>
Subject: {subject}
To: Grubenpost <{PIT}>
Content-Type: {content}
"""


def both(plain: str, html: str, encode: str = "quoted-printable") -> str:
    write = qp if encode == "quoted-printable" else b64
    return parts(
        BOUNDARY,
        [
            'Content-Type: text/plain; charset="UTF-8"\nContent-Transfer-Encoding: '
            f"{encode}\n\n{write(plain)}",
            f'Content-Type: text/html; charset="UTF-8"\nContent-Transfer-Encoding: {encode}\n\n{write(html)}',
        ],
    )


def quoting_html(own: str, attribution: str, text: str) -> str:
    return (
        f'<div dir="ltr">{own}</div><br><div class="gmail_quote gmail_quote_container">'
        f'<div dir="ltr" class="gmail_attr">{attribution}<br></div>'
        '<blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid '
        f'rgb(204,204,204);padding-left:1ex">{paragraphs(text)}</blockquote></div>\n'
    )


ALTERNATIVE = f'multipart/alternative; boundary="{BOUNDARY}"'


@recipe("gmail-number", own_lines=["3"], codes=[CODE])
def number() -> bytes:
    plain = (
        "3\n\nOn Tue, Feb 3, 2026 at 10:11\u202fAM Grubenpost of the pit at Example <pit@example.org>\n"
        f"wrote:\n\n{quoted(TURN_EN)}"
    )
    wrote = (
        'On Tue, Feb 3, 2026 at 10:11\u202fAM Grubenpost &lt;<a href="mailto:pit@example.org">'
        "pit@example.org</a>&gt; wrote:"
    )
    html = quoting_html("3", wrote, TURN_EN)
    return eml(header("Re: [your turn] Grubenpost game-1", ALTERNATIVE), both(plain, html))


@recipe("gmail-german", own_lines=["order 2", "Viel Glück euch allen!"], codes=[CODE])
def german() -> bytes:
    wrote = "Am Di., 3. Feb. 2026 um 10:11 Uhr schrieb Grubenpost <pit@example.org>:"
    plain = f"order 2\n\nViel Glück euch allen!\n\n{wrote}\n\n{quoted(TURN_DE)}"
    html = quoting_html("order 2<br><br>Viel Glück euch allen!", paragraphs(wrote), TURN_DE)
    subject = tagged("Aw: [du bist dran] Grubenpost game-1")
    return eml(header(subject, ALTERNATIVE, tagged("Änne Müller")), both(plain, html, "base64"))


@recipe("gmail-russian", own_lines=["3"], codes=[CODE])
def russian() -> bytes:
    wrote = "вт, 3 февр. 2026 г. в 13:11, Grubenpost <pit@example.org>:"
    plain = f"3\n\n{wrote}\n\n{quoted(TURN_RU)}"
    html = quoting_html("3", paragraphs(wrote), TURN_RU)
    return eml(header(tagged("Re: [ваш ход] Grubenpost game-1"), ALTERNATIVE), both(plain, html, "base64"))


@recipe("gmail-french", own_lines=["3"], codes=[CODE])
def french() -> bytes:
    wrote = "Le\u00a0mar. 3 févr. 2026 à\u00a010:11, Grubenpost <pit@example.org> a écrit\u00a0:"
    plain = f"3\n\n{wrote}\n\n{quoted(TURN_EN)}"
    return eml(
        header("Re: [your turn] Grubenpost game-1", ALTERNATIVE),
        both(plain, quoting_html("3", paragraphs(wrote), TURN_EN)),
    )


@recipe("gmail-armour", own_lines=["Here is my move.", *BLOCK.split("\n")[:-1]], letters=1)
def armour() -> bytes:
    plain = f"Here is my move.\n\n{BLOCK}"
    html = f'<div dir="ltr">Here is my move.<div><br></div><div>{paragraphs(BLOCK)}</div></div>\n'
    return eml(header("game-1", ALTERNATIVE), both(plain, html))


@recipe("gmail-attachment", own_lines=["my move, attached"], letters=1)
def attachment() -> bytes:
    mixed = "000000000000d4e5f60651f0d2e5"
    file = (
        'Content-Type: application/octet-stream; name="game-1-17.move.toml"\n'
        'Content-Disposition: attachment; filename="game-1-17.move.toml"\n'
        "Content-Transfer-Encoding: base64\nX-Attachment-Id: f_ml5q2w3e0\n"
        f"Content-ID: <f_ml5q2w3e0>\n\n{b64(LETTER)}"
    )
    body = both("my move, attached\n", '<div dir="ltr">my move, attached</div>\n')
    text = f'Content-Type: multipart/alternative; boundary="{BOUNDARY}"\n\n{body}'
    return eml(header("game-1", f'multipart/mixed; boundary="{mixed}"'), parts(mixed, [text, file]))


@recipe("gmail-app-bottom", own_lines=["money 5"], codes=[CODE])
def app_below() -> bytes:
    plain = (
        f"On Tue, Feb 3, 2026, 10:11 Grubenpost <pit@example.org> wrote:\n\n{quoted(TURN_EN)}>\n\nmoney 5\n"
    )
    html = (
        '<div dir="auto"><div class="gmail_quote" dir="auto"><div dir="ltr" '
        'class="gmail_attr">On Tue, Feb 3, '
        '2026, 10:11 Grubenpost &lt;pit@example.org&gt; wrote:<br></div><blockquote class="gmail_quote">'
        f'{paragraphs(TURN_EN)}</blockquote></div><div dir="auto">money 5</div></div>\n'
    )
    return eml(header("Re: [your turn] Grubenpost game-1", ALTERNATIVE), both(plain, html))


@recipe("gmail-forward", own_lines=["Ben sent this to me instead of you."], letters=1)
def forward() -> bytes:
    plain = (
        "Ben sent this to me instead of you.\n\n---------- Forwarded message ---------\n"
        "From: Ben <ben@example.net>\nDate: Tue, Feb 3, 2026 at 9:58\u202fAM\nSubject: my move\n"
        f"To: <anna@example.org>\n\n\nmoney 5\n\n{BLOCK}"
    )
    html = f'<div dir="ltr">{paragraphs(plain)}</div>\n'
    return eml(header("Fwd: my move", ALTERNATIVE), both(plain, html))

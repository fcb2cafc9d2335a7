"""Mail in the browser, from many countries and in their charsets."""

from __future__ import annotations

from tests.server.mail.recipes import recipe
from tests.server.mail.samples import (
    BLOCK,
    CODE,
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


def header(subject: str, extra: str, content: str, encoding: str) -> str:
    return f"""{received("web-mail.example.com")}
MIME-Version: 1.0
Message-ID: <trinity-1a2b3c4d-5e6f-7a8b-9c0d-1770110730000@webmail.example.com>
From: Anna Schmidt <anna@example.org>
To: Grubenpost <{PIT}>
Subject: {subject}
{extra}
Content-Type: {content}
Content-Transfer-Encoding: {encoding}
Date: Tue, 3 Feb 2026 10:26:03 +0100
In-Reply-To: {ORIGINAL_ID}
References: {ORIGINAL_ID}
"""


GMX = "Importance: normal\nSensitivity: Normal\nX-Priority: 3\nX-UI-Message-Type: mail"


@recipe("gmx-html-only", own_lines=["3"], codes=[CODE])
def gmx() -> bytes:
    body = (
        '<html><head></head><body><div style="font-family: Verdana;font-size: 12.0px;">'
        "<div>3</div>\n<div>&nbsp;\n"
        '<div name="quote" style="margin:10px 5px 5px 10px; padding: 10px 0 10px 10px; '
        'border-left:2px solid #C3D9E5;">\n'
        '<div style="margin:0 0 10px 0;"><b>Gesendet:</b>&nbsp;Dienstag, 03. Februar 2026 um 10:11 Uhr<br/>\n'
        "<b>Von:</b>&nbsp;Grubenpost &lt;pit@example.org&gt;<br/>\n<b>An:</b>&nbsp;anna@example.org<br/>\n"
        "<b>Betreff:</b>&nbsp;[du bist dran] Grubenpost game-1</div>\n\n"
        f'<div name="quoted-content">{paragraphs(TURN_DE)}</div>\n</div>\n</div>\n</div></body></html>\n'
    )
    return eml(
        header("Aw: [du bist dran] Grubenpost game-1", GMX, "text/html; charset=UTF-8", "base64"), b64(body)
    )


@recipe("gmx-plain", own_lines=["money 4"], codes=[CODE])
def gmx_plain() -> bytes:
    body = (
        "money 4\n \n\nGesendet: Dienstag, 03. Februar 2026 um 10:11 Uhr\nVon: Grubenpost <pit@example.org>\n"
        f"An: anna@example.org\nBetreff: [du bist dran] Grubenpost game-1\n{TURN_DE}"
    )
    return eml(header("Aw: game-1", GMX, "text/plain; charset=UTF-8", "quoted-printable"), qp(body))


@recipe("webde-app", own_lines=["3"], codes=[CODE])
def webde_app() -> bytes:
    body = (
        "3\n--\nDiese Nachricht wurde von meinem Android Mobiltelefon mit WEB.DE Mail gesendet.\n\n"
        f"Am 03.02.26, 10:11, Grubenpost <pit@example.org> schrieb:\n\n{quoted(TURN_DE)}"
    )
    return eml(header("Aw: game-1", GMX, "text/plain; charset=UTF-8", "quoted-printable"), qp(body))


MAILRU = "X-Mailer: Mail.Ru Mailer 1.0\nX-Priority: 3 (Normal)"


@recipe("mailru-koi8-r", own_lines=["3"], codes=[CODE])
def mailru_koi8() -> bytes:
    body = (
        "3\n\nВторник, 3 февраля 2026, 13:11 +03:00 от Grubenpost <pit@example.org>:\n"
        f"{quoted(TURN_RU, '>')}\n\n-- \nАнна\n"
    )
    subject = tagged("Re: [ваш ход] Grubenpost game-1", "koi8-r")
    return eml(header(subject, MAILRU, "text/plain; charset=koi8-r", "base64"), b64(body, "koi8-r"))


@recipe(
    "mailru-windows-1251", own_lines=["Мой ход:", *BLOCK.split("\n")[:-1], "С уважением, Анна"], letters=1
)
def mailru_1251() -> bytes:
    body = f"Мой ход:\n\n{BLOCK}\nС уважением, Анна\n"
    subject = tagged("Мой ход", "windows-1251")
    return eml(header(subject, MAILRU, "text/plain; charset=windows-1251", "8bit"), body, "windows-1251")


@recipe("mailru-html", own_lines=["order 2"], codes=[CODE])
def mailru_html() -> bytes:
    boundary = "--ALT--1a2B3c4D5e6F7g8H1770110730"
    plain = (
        f"\norder 2\n \n \n>Вторник, 3 февраля 2026, 13:11 +03:00 от Grubenpost:\n> \n{quoted(TURN_RU, '>')}"
    )
    html = (
        "\n<HTML><BODY><div>order 2</div><div>&nbsp;</div><blockquote "
        'style="border-left:1px solid #0857A6; margin:10px;'
        ' padding:0 0 0 10px;">Вторник, 3 февраля 2026, 13:11 +03:00 от Grubenpost:<br>&nbsp;<div>'
        f"{paragraphs(TURN_RU)}</div></blockquote></BODY></HTML>\n"
    )
    body = parts(
        boundary,
        [
            f"Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\n{b64(plain)}",
            f"Content-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: base64\n\n{b64(html)}",
        ],
    )
    return eml(header("Re: game-1", MAILRU, f'multipart/alternative;\n\tboundary="{boundary}"', "8bit"), body)


@recipe("yandex-html-only", own_lines=["3"], codes=[CODE])
def yandex() -> bytes:
    body = (
        '<div>3</div><div> </div><div>03.02.2026, 13:11, "Grubenpost" &lt;pit@example.org&gt;:</div>'
        f"<blockquote><p>{paragraphs(TURN_RU)}</p></blockquote><div> </div><div>-- </div><div>Анна</div>"
    )
    extra = "X-Mailer: Yamail [ http://yandex.example.com ] 5.0"
    return eml(header("Re: game-1", extra, "text/html; charset=utf-8", "base64"), b64(body))


@recipe("roundcube-german", own_lines=["3"], codes=[CODE])
def roundcube() -> bytes:
    body = f"3\n\nAm 2026-02-03 10:11, schrieb Grubenpost:\n{quoted(TURN_DE)}"
    extra = "User-Agent: Roundcube Webmail/1.6.9"
    return eml(header("Re: game-1", extra, "text/plain; charset=UTF-8;\n format=flowed", "8bit"), body)


@recipe("squirrelmail", own_lines=["factory 3"], codes=[CODE])
def squirrelmail() -> bytes:
    """Its introduction stands in the middle of nothing that any other program writes."""
    body = f"On Tue, February 3, 2026 10:11, Grubenpost wrote:\n{quoted(TURN_EN)}\n\nfactory 3\n"
    extra = "User-Agent: SquirrelMail/1.4.22\nX-Priority: 3 (Normal)"
    return eml(header("Re: game-1", extra, "text/plain;charset=iso-8859-1", "8bit"), body)


@recipe("spanish", own_lines=["3"], codes=[CODE])
def spanish() -> bytes:
    body = (
        "3\n\nEnviado desde mi iPhone\n\nEl mar, 3 feb 2026 a las 10:11, Grubenpost "
        "(<pit@example.org>) escribió:\n\n"
        f"{quoted(TURN_EN)}"
    )
    return eml(
        header("Re: game-1", "X-Mailer: none", "text/plain; charset=UTF-8", "quoted-printable"), qp(body)
    )


@recipe("polish", own_lines=["3"], codes=[CODE])
def polish() -> bytes:
    body = f"3\n\nW dniu 3.02.2026 o 10:11, Grubenpost pisze:\n{quoted(TURN_EN)}"
    charset = "iso-8859-2"
    return eml(
        header("Odp: game-1", "X-Mailer: none", f"text/plain; charset={charset}", "8bit"), body, charset
    )


@recipe("chinese-gb18030", own_lines=["3"], codes=[CODE])
def chinese() -> bytes:
    """A divider of dashes, with words in it that need not be known."""
    body = (
        '3\n\n\n------------------ 原始邮件 ------------------\n发件人: "Grubenpost" <pit@example.org>;\n'
        '发送时间: 2026年2月3日(星期二) 下午5:11\n收件人: "anna"<anna@example.org>;\n主题: game-1\n\n'
        f"{TURN_EN}"
    )
    extra = "X-QQ-mid: webmail123t1770110730t1234567"
    return eml(
        header(tagged("回复：game-1", "gb18030"), extra, 'text/plain; charset="gb18030"', "base64"),
        b64(body, "gb18030"),
    )


@recipe("japanese-iso-2022-jp", own_lines=["3", "よろしくお願いします。"], codes=[CODE])
def japanese() -> bytes:
    body = "3\nよろしくお願いします。\n\n2026年2月3日(火) 18:11 Grubenpost <pit@example.org>:\n\n" + quoted(
        TURN_EN
    )
    return eml(
        header("Re: game-1", "X-Mailer: none", "text/plain; charset=ISO-2022-JP", "7bit"), body, "iso-2022-jp"
    )

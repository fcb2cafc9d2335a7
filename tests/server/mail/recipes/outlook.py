"""Outlook on the desktop, in the browser and on the phone, and what Exchange does to mails."""

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
    received,
    tagged,
)

BOUNDARY = "_000_DB9PR08MB1234A5B6C7D8E9DB9PR08MB1234eurp_"
ALTERNATIVE = f'multipart/alternative;\n\tboundary="{BOUNDARY}"'


def header(subject: str, content: str, encoding: str = "") -> str:
    return f"""{received("EUR05-DB8-obe.outbound.example.com", 2)}
From: "Schmidt, Anna" <anna@example.org>
To: Grubenpost <{PIT}>
Subject: {subject}
Thread-Topic: [your turn] Grubenpost game-1
Thread-Index: AQHalVbQy2nE0kq0a0mF5b7T1r0Q7w==
Date: Tue, 3 Feb 2026 10:31:44 +0000
Message-ID: <DB9PR08MB1234A5B6C7D8E9@DB9PR08MB1234.eurprd08.example.com>
References: {ORIGINAL_ID}
In-Reply-To: {ORIGINAL_ID}
Accept-Language: de-DE, en-US
Content-Language: en-US
X-MS-Has-Attach:
X-MS-TNEF-Correlator:
x-ms-exchange-messagesentrepresentingtype: 1
x-ms-publictraffictype: Email
Content-Type: {content}
{f"Content-Transfer-Encoding: {encoding}" if encoding else ""}
MIME-Version: 1.0
""".replace("\n\n", "\n")


def both(plain: str, html: str, charset: str) -> str:
    return parts(
        BOUNDARY,
        [
            f'Content-Type: text/plain; charset="{charset}"\nContent-Transfer-Encoding: quoted-printable\n\n'
            f"{qp(plain, charset)}",
            f'Content-Type: text/html; charset="{charset}"\nContent-Transfer-Encoding: quoted-printable\n\n'
            f"{qp(html, charset)}",
        ],
    )


def word_html(own: str, block: str, text: str) -> str:
    """As Word makes it, with its styles and its conditional comments."""
    return (
        '<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns="http://www.w3.org/TR/REC-html40">\n'
        '<head>\n<meta name="Generator" content="Microsoft Word 15 (filtered medium)">\n<style><!--\n'
        "p.MsoNormal, li.MsoNormal\n\t{margin:0cm;\n\tfont-size:11.0pt;\n"
        '\tfont-family:"Calibri",sans-serif;}\n'
        '--></style><!--[if gte mso 9]><xml>\n<o:shapedefaults v:ext="edit" spidmax="1026" />\n'
        '</xml><![endif]-->\n</head>\n<body lang="DE" link="#0563C1">\n<div class="WordSection1">\n'
        f'<p class="MsoNormal">{own}<o:p></o:p></p>\n<p class="MsoNormal"><o:p>&nbsp;</o:p></p>\n'
        '<div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm">\n'
        f'<p class="MsoNormal">{block}<o:p></o:p></p>\n</div>\n'
        f'<p class="MsoNormal">{paragraphs(text)}<o:p></o:p></p>\n</div>\n</body>\n</html>\n'
    )


def labelled(*lines: tuple[str, str]) -> tuple[str, str]:
    plain = "".join(f"{label}: {value}\n" for label, value in lines)
    html = "<br>\n".join(f"<b>{label}:</b> {paragraphs(value)}" for label, value in lines)
    return plain, html


@recipe("outlook-number", own_lines=["3"], codes=[CODE])
def number() -> bytes:
    block = labelled(
        ("From", "Grubenpost <pit@example.org>"),
        ("Sent", "Tuesday, February 3, 2026 10:11 AM"),
        ("To", "Schmidt, Anna <anna@example.org>"),
        ("Subject", "[your turn] Grubenpost game-1"),
    )
    plain = f"3\n\n{block[0]}\n{TURN_EN}"
    html = word_html("3", block[1], TURN_EN)
    return eml(header("RE: [your turn] Grubenpost game-1", ALTERNATIVE), both(plain, html, "us-ascii"))


@recipe("outlook-german", own_lines=["order 2", "Schöne Grüße"], codes=[CODE])
def german() -> bytes:
    block = labelled(
        ("Von", "Grubenpost <pit@example.org>"),
        ("Gesendet", "Dienstag, 3. Februar 2026 10:11"),
        ("An", "Schmidt, Anna <anna@example.org>"),
        ("Betreff", "[du bist dran] Grubenpost game-1"),
    )
    plain = f"order 2\n\nSchöne Grüße\n\n{block[0]}\n{TURN_DE}"
    html = word_html("order 2<br>Schöne Grüße", block[1], TURN_DE)
    return eml(header("AW: [du bist dran] Grubenpost game-1", ALTERNATIVE), both(plain, html, "iso-8859-1"))


@recipe("outlook-russian", own_lines=["3"], codes=[CODE])
def russian() -> bytes:
    block = labelled(
        ("От", "Grubenpost <pit@example.org>"),
        ("Отправлено", "3 февраля 2026 г. 13:11"),
        ("Кому", "anna@example.org"),
        ("Тема", "[ваш ход] Grubenpost game-1"),
    )
    content = 'text/plain; charset="koi8-r"'
    body = b64(f"3\n\n{block[0]}\n{TURN_RU}", "koi8-r")
    return eml(header(tagged("HA: [ваш ход] Grubenpost game-1", "koi8-r"), content, "base64"), body)


@recipe("outlook-original-message", own_lines=["mine 8"], codes=[CODE])
def original_message() -> bytes:
    body = (
        "mine 8\n\n-----Original Message-----\nFrom: Grubenpost <pit@example.org> \n"
        "Sent: Tuesday, February 3, 2026 10:11 AM\nTo: anna@example.org\n"
        f"Subject: [your turn] Grubenpost game-1\n\n{TURN_EN}"
    )
    return eml(header("RE: [your turn] Grubenpost game-1", 'text/plain; charset="us-ascii"', "7bit"), body)


@recipe("outlook-original-german", own_lines=["3"], codes=[CODE])
def original_message_german() -> bytes:
    body = (
        "3\n\n-----Ursprüngliche Nachricht-----\nVon: Grubenpost [mailto:pit@example.org] \n"
        "Gesendet: Dienstag, 3. Februar 2026 10:11\nAn: anna@example.org\n"
        f"Betreff: [du bist dran] Grubenpost game-1\n\n{TURN_DE}"
    )
    content = 'text/plain; charset="windows-1252"'
    return eml(header("AW: game-1", content, "quoted-printable"), qp(body, "windows-1252"))


@recipe("outlook-web-html-only", own_lines=["2"], codes=[CODE])
def web() -> bytes:
    body = (
        '<html>\n<head>\n<meta http-equiv="Content-Type" content="text/html; charset=utf-8">\n'
        '<style type="text/css" style="display:none;"> P {margin-top:0;margin-bottom:0;} </style>\n</head>\n'
        '<body dir="ltr">\n<div class="elementToProof" style="font-size: 12pt;">\n2</div>\n'
        '<div id="appendonsend"></div>\n<hr style="display:inline-block;width:98%" tabindex="-1">\n'
        '<div id="divRplyFwdMsg" dir="ltr"><font face="Calibri, sans-serif" style="font-size:11pt">'
        "<b>From:</b> Grubenpost &lt;pit@example.org&gt;<br>\n<b>Sent:</b> Tuesday, February 3, 2026 10:11 AM"
        "<br>\n<b>To:</b> anna@example.org &lt;anna@example.org&gt;<br>\n<b>Subject:</b> "
        "[your turn] Grubenpost "
        f"game-1</font>\n<div>&nbsp;</div>\n</div>\n<div>{paragraphs(TURN_EN)}</div>\n</body>\n</html>\n"
    )
    return eml(header("Re: game-1", 'text/html; charset="utf-8"', "quoted-printable"), qp(body))


@recipe("outlook-ios", own_lines=["3"], codes=[CODE])
def ios() -> bytes:
    plain = (
        "3\n\nGet Outlook for iOS<https://aka.example.com/o0ukef>\n________________________________\n"
        "From: Grubenpost <pit@example.org>\nSent: Tuesday, February 3, 2026 10:11:07 AM\n"
        f"To: anna@example.org <anna@example.org>\nSubject: [your turn] Grubenpost game-1\n\n{TURN_EN}"
    )
    html = f'<html><body><div dir="ltr">{paragraphs(plain)}</div></body></html>\n'
    return eml(header("Re: [your turn] Grubenpost game-1", ALTERNATIVE), both(plain, html, "utf-8"))


@recipe("outlook-bold-labels", own_lines=["3"], codes=[CODE])
def bold_labels() -> bytes:
    body = (
        "3\n\n*From:* Grubenpost <pit@example.org>\n*Date:* Tuesday, 3 February 2026 at 10:11\n"
        f"*To:* Anna <anna@example.org>\n*Subject:* [your turn] Grubenpost game-1\n\n{TURN_EN}"
    )
    return eml(header("Re: game-1", 'text/plain; charset="utf-8"', "8bit"), body)


@recipe("outlook-winmail", own_lines=["see attachment"], problems=["mail/winmail"])
def winmail() -> bytes:
    """Only the beginning is as Outlook writes it: nobody looks further."""
    tnef = b"\x78\x9f\x3e\x22" + bytes(range(256)) * 3 + LETTER.hex().encode()
    mixed = "----=_NextPart_000_0012_01DC9500.5A1B2C30"
    body = parts(
        mixed,
        [
            'Content-Type: text/plain;\n\tcharset="us-ascii"\nContent-Transfer-Encoding: '
            "7bit\n\nsee attachment",
            'Content-Type: application/ms-tnef;\n\tname="winmail.dat"\nContent-Transfer-Encoding: base64\n'
            f'Content-Disposition: attachment;\n\tfilename="winmail.dat"\n\n{b64(tnef)}',
        ],
        "This is a multipart message in MIME format.\n\n",
    )
    return eml(header("game-1", f'multipart/mixed;\n\tboundary="{mixed}"'), body)


def attached(name: str, content: bytes, kind: str) -> bytes:
    mixed = "_004_DB9PR08MB1234A5B6C7D8E9DB9PR08MB1234eurp_"
    body = parts(
        mixed,
        [
            'Content-Type: text/plain; charset="us-ascii"\n\nMy move.',
            f'Content-Type: {kind}; name="{name}"\nContent-Description: {name}\n'
            f'Content-Disposition: attachment; filename="{name}"; size={len(content)};\n'
            '\tcreation-date="Tue, 03 Feb 2026 10:31:02 GMT"\n'
            f"Content-Transfer-Encoding: base64\n\n{b64(content)}",
        ],
    )
    return eml(header("game-1", f'multipart/mixed;\n\tboundary="{mixed}"'), body)


@recipe("outlook-attachment-utf-16", own_lines=["My move."], letters=1)
def attachment_utf_16() -> bytes:
    """Opened in an editor and saved again as "Unicode"."""
    saved = LETTER.decode("ascii").replace("\n", "\r\n").encode("utf-16")
    return attached("move.toml.txt", saved, "text/plain")


@recipe("outlook-attachment-bom", own_lines=["My move."], letters=1)
def attachment_bom() -> bytes:
    saved = b"\xef\xbb\xbf" + LETTER.replace(b"\n", b"\r\n").rstrip()
    return attached("ATT00001.bin", saved, "application/octet-stream")


@recipe("outlook-armour-html-only", own_lines=BLOCK.split("\n")[:-1], letters=1)
def armour_html_only() -> bytes:
    lines = "".join(f'<p class="MsoNormal">{line}<o:p></o:p></p>\n' for line in BLOCK.rstrip().split("\n"))
    body = f'<html><body lang="EN-GB"><div class="WordSection1">\n{lines}</div></body></html>\n'
    return eml(header("game-1", 'text/html; charset="us-ascii"', "quoted-printable"), qp(body))

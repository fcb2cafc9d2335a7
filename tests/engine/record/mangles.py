"""What mail programs, gateways, lists and people do to the text of a mail.

Each mangle takes a text and gives the text that arrives. Where a mangle is about the way of a text
through a mail (transfer encodings, charsets, HTML), a real message is written out and parsed again.
The last two in `MANGLES` destroy the block; `SURVIVABLE` are all others.
"""

from __future__ import annotations

import html
import re
import textwrap
from collections.abc import Callable
from email import message_from_bytes, policy
from email.message import EmailMessage

from engine.mail.charsets import read_text
from engine.record.letters.armour import text_of_html, wrap

Mangle = Callable[[str], str]

OLDER = b'format = "older"\naction = "bank"\n' * 9


def mail_with(block: str) -> str:
    """A mail as a person writes it, with lines in it that mail likes to change."""
    return (
        "Hello all,\n\n"
        'From the pit: "it\'s done" -- my move... sealed below\n'
        "- see you in shift two\n\n"
        f"{block}\n"
        "In words: I mine with eight steps for two gray cubes, and my order goes by barge.\n"
    )


# Transfer encodings and charsets


def _parsed(mail: EmailMessage) -> str:
    part = message_from_bytes(mail.as_bytes(policy=policy.SMTP), policy=policy.default)
    raw = part.get_payload(decode=True)
    assert isinstance(raw, bytes)
    return read_text(raw, part.get_content_charset())


def _mailed(text: str, cte: str, subtype: str = "plain", charset: str = "utf-8") -> str:
    mail = EmailMessage()
    mail.set_content(text, subtype=subtype, charset=charset, cte=cte)
    return _parsed(mail)


def plain_7bit(text: str) -> str:
    return _mailed(text, "7bit" if text.isascii() else "8bit")


def quoted_printable(text: str) -> str:
    return _mailed(text, "quoted-printable")


def base64(text: str) -> str:
    return _mailed(text, "base64")


def utf_16(text: str) -> str:
    mail = EmailMessage()
    mail.set_content(text.encode("utf-16"), maintype="text", subtype="plain", cte="base64")
    mail.set_param("charset", "utf-16")
    return _parsed(mail)


def windows_1252(text: str) -> str:
    """What the charset lacks becomes a question mark, as with the programs that send it."""
    fitting = smart(text).encode("windows-1252", "replace").decode("windows-1252")
    return _mailed(fitting, "quoted-printable", charset="windows-1252")


def bom(text: str) -> str:
    return "\ufeff" + text


def crlf(text: str) -> str:
    return text.replace("\n", "\r\n")


# Lines


def _each_line(change: Mangle) -> Mangle:
    return lambda text: "\n".join(change(line) for line in text.split("\n"))


def _filled(line: str, columns: int) -> list[str]:
    """The line, broken at blanks where it can be and inside a word where it must be."""
    return textwrap.wrap(line, columns, replace_whitespace=False, expand_tabs=False) or [""]


quoted = _each_line(lambda line: f"> {line}")
quoted_three_deep = _each_line(lambda line: f"> > > {line}")


def quoted_then_wrapped(text: str) -> str:
    return _each_line(lambda line: "\n".join(_filled(line, 60)))(quoted(text))


def _hard_wrapped(columns: int) -> Mangle:
    """Cut exactly at the column, in the middle of a word or not."""

    def cut(line: str) -> str:
        return "\n".join(line[at : at + columns] for at in range(0, max(len(line), 1), columns))

    return _each_line(cut)


def _flow(line: str) -> str:
    """Soft breaks (RFC 3676): all but the last line end in a space; odd beginnings are stuffed."""
    if line == "-- ":
        return line
    pieces = [
        " " + piece if piece.startswith((" ", ">", "From ")) else piece
        for piece in _filled(line.rstrip(" "), 60)
    ]
    return " \n".join(pieces)


flowed = _each_line(_flow)


def flowed_then_unflowed(text: str) -> str:
    joined = ""
    for line in flowed(text).split("\n"):
        soft = line.endswith(" ") and line != "-- "
        joined += line.removeprefix(" ") + ("" if soft else "\n")
    return joined


trailing_spaces = _each_line(lambda line: line + "   ")
indented = _each_line(lambda line: "    " + line)
blank_lines_between = _each_line(lambda line: line + "\n")


# Characters


def tabs(text: str) -> str:
    return text.replace(" ", "\t")


def non_breaking_spaces(text: str) -> str:
    return text.replace(" ", "\u00a0")


def smart(text: str) -> str:
    text = re.sub(r'"([^"\n]*)"', "\u201c\\1\u201d", text).replace('"', "\u201d")
    return text.replace("'", "\u2019").replace("--", "\u2014").replace("...", "\u2026")


def zero_width(text: str) -> str:
    return "\u200b".join(text[at : at + 20] for at in range(0, len(text), 20))


def full_width(text: str) -> str:
    return "".join(chr(ord(c) + 0xFEE0) if c.isascii() and c.isalnum() else c for c in text)


# Programs


def html_only(text: str) -> str:
    lines = "".join(
        f"<div>{html.escape(line).replace('  ', '&nbsp; ') or '<br>'}</div>\r\n" for line in text.split("\n")
    )
    source = (
        "<!DOCTYPE html><html><head><title>Re: your move</title>\n"
        "<!--[if mso]><style>p { margin: 0 }</style><![endif]-->\n"
        "<style>div > p { color: #333 }</style></head>\n"
        f'<body><div dir="ltr">{lines}</div></body></html>'
    )
    return text_of_html(_mailed(source, "quoted-printable", subtype="html"))


def html_collapsed(text: str) -> str:
    source = "<html><body><p>" + " ".join(html.escape(text).split()) + "</p></body></html>"
    return text_of_html(_mailed(source, "base64", subtype="html"))


def dash_escaped(text: str) -> str:
    """A signed text of OpenPGP (RFC 4880, 7.1)."""
    escaped = re.sub(r"^(-|From )", r"- \1", text, flags=re.MULTILINE)
    return (
        "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n"
        f"{escaped}\n"
        "-----BEGIN PGP SIGNATURE-----\n\niQIzBAEBCgAdFiEE1mxVbU9PUw==\n=Gb7Q\n"
        "-----END PGP SIGNATURE-----\n"
    )


def mbox(text: str) -> str:
    return re.sub(r"^(>*From )", r">\1", text, flags=re.MULTILINE)


def footers(text: str) -> str:
    return (
        f"{text}\n-- \nSent from my phone, please excuse the brevity.\n"
        "_______________________________________________\n"
        "players mailing list -- players@lists.example.org\n"
        "https://lists.example.org/begin-grubenpost\n"
    )


def top_posted(text: str) -> str:
    older = quoted(mail_with(wrap(OLDER)))
    return f"{text}\n\nOn Tue, 3 Feb 2026 at 10:11, Anna <anna@example.org> wrote:\n{older}\n"


bold = _each_line(lambda line: f"**{line}**" if line.strip() else line)


def lower_cased(text: str) -> str:
    return text.lower()


def truncated(text: str) -> str:
    return text[: len(text) * 7 // 10]


MANGLES: dict[str, Mangle] = {
    "plain 7bit": plain_7bit,
    "quoted-printable": quoted_printable,
    "base64 transfer encoding": base64,
    "CRLF line ends": crlf,
    "quoted": quoted,
    "quoted three deep": quoted_three_deep,
    "quoted, then wrapped at 60": quoted_then_wrapped,
    "hard-wrapped at 72": _hard_wrapped(72),
    "hard-wrapped at 40": _hard_wrapped(40),
    "format=flowed not unflowed": flowed,
    "format=flowed unflowed": flowed_then_unflowed,
    "trailing spaces": trailing_spaces,
    "indented by 4": indented,
    "tabs for spaces": tabs,
    "non-breaking spaces": non_breaking_spaces,
    "smart quotes, dashes and ellipses": smart,
    "HTML-only reply": html_only,
    "HTML with line breaks collapsed": html_collapsed,
    "a blank line between all lines": blank_lines_between,
    "a zero-width space every 20 characters": zero_width,
    "UTF-8 BOM first": bom,
    "UTF-16 round trip": utf_16,
    "windows-1252 with smart punctuation": windows_1252,
    "OpenPGP dash-escaping": dash_escaped,
    "mbox >From": mbox,
    "list footer and mobile signature": footers,
    "top-posted above a quoted older block": top_posted,
    "Markdown bold": bold,
    "full-width letters and digits": full_width,
    "lower-cased": lower_cased,
    "truncated at 70 %": truncated,
}

SURVIVABLE = list(MANGLES)[:-2]

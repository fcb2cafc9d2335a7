"""Mails that are empty, broken, careless or hostile."""

from __future__ import annotations

from engine.record.letters.armour import wrap
from tests.engine.record.mangles import full_width, lower_cased, truncated
from tests.server.mail.recipes import recipe
from tests.server.mail.samples import (
    BLOCK,
    CODE,
    ORIGINAL_ID,
    PIT,
    TURN_EN,
    eml,
    letter,
    qp,
    quoted,
    received,
)


def header(extra: str = "", sender: str = "From: Anna <anna@example.org>", subject: str = "game-1") -> str:
    lines = f"""{received("mail.example.org")}
{sender}
To: {PIT}
Subject: {subject}
Date: Tue, 3 Feb 2026 10:50:00 +0100
Message-ID: <20260203095000.3@example.org>
"""
    return lines + extra


TEXT = "MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n"


@recipe("empty")
def empty() -> bytes:
    return eml(header(TEXT), "")


@recipe("only-spaces")
def only_spaces() -> bytes:
    return eml(header(TEXT), "\n \u00a0\n\t\n\u200b\n")


@recipe("header-only")
def header_only() -> bytes:
    """Not even the empty line below the header."""
    return eml(header()).rstrip(b"\r\n")


@recipe("spam", sender="prince@example.com", own_lines=["Dear friend,", "I have 17,000,000 marks for you."])
def spam() -> bytes:
    body = (
        "<html><body bgcolor=white><font size=+2>Dear friend,<br>I have 17,000,000 marks for you.</font>"
        '<!-- xq zw vb --><br>\n<script>document.write("3")</script></body>'
    )
    extra = "MIME-Version: 1.0\nContent-Type: text/html\nX-Priority: 1\n"
    return eml(header(extra, 'From: "URGENT" <prince@example.com>', "=?utf-8?B?8J+SsA==?= !!!"), body)


@recipe("two-from", sender="", own_lines=["status"])
def two_from() -> bytes:
    return eml(header(TEXT, "From: anna@example.org\nFrom: mallory@example.com"), "status\n")


@recipe("two-addresses-in-from", sender="", own_lines=["status"])
def two_addresses() -> bytes:
    return eml(header(TEXT, "From: anna@example.org, Mallory <mallory@example.com>"), "status\n")


@recipe("address-as-name", sender="mallory@example.com", own_lines=["status"])
def address_as_name() -> bytes:
    return eml(header(TEXT, "From: anna@example.org <mallory@example.com>"), "status\n")


@recipe("address-as-quoted-name", sender="mallory@example.com", own_lines=["status"])
def address_as_quoted_name() -> bytes:
    return eml(
        header(TEXT, 'From: "Anna <anna@example.org>" <mallory@Example.COM> (anna@example.org)'), "status\n"
    )


@recipe("address-in-comment", sender="mallory@example.com", own_lines=["status"])
def address_in_comment() -> bytes:
    return eml(header(TEXT, 'From: (<anna@example.org> "\\) ) mallory@example.com'), "status\n")


@recipe("address-in-encoded-word", sender="mallory@example.com", own_lines=["status"])
def address_in_word() -> bytes:
    sender = "From: =?utf-8?q?anna=40example=2Eorg=3E?= <mallory@example.com>"
    return eml(header(TEXT, sender), "status\n")


@recipe("folded-from", own_lines=["status"])
def folded_from() -> bytes:
    return eml(header(TEXT, "From:\n\t=?iso-8859-1?Q?=C4nne_M=FCller?=\n <anna@example.org>"), "status\n")


@recipe("unquoted-comma-in-name", own_lines=["status"])
def comma_in_name() -> bytes:
    return eml(header(TEXT, "From: Schmidt, Anna <anna@example.org>"), "status\n")


@recipe("no-from", sender="", automatic="from", own_lines=["status"])
def no_from() -> bytes:
    return eml(header(TEXT, "Sender: anna@example.org"), "status\n")


@recipe("two-message-ids", own_lines=["status"])
def two_message_ids() -> bytes:
    return eml(header(f"Message-ID: {ORIGINAL_ID}\n{TEXT}"), "status\n")


@recipe("hostile-subject", own_lines=["status"])
def hostile_subject() -> bytes:
    subject = "=?UTF-8?Q?=0D=0ABcc:_mallory@example.com?= =?UTF-8?Q?=0A=0Ahello?="
    return eml(header(TEXT, subject=subject), "status\n")


@recipe("absurd-charset", own_lines=["3"], codes=[CODE])
def absurd_charset() -> bytes:
    extra = 'Content-Type: text/plain; charset="zlib_codec"\nContent-Transfer-Encoding: 8bit\n'
    return eml(header(extra), f"3\n\n{quoted(TURN_EN)}")


@recipe("unknown-8bit", own_lines=["Grüße aus dem Schacht", "status"])
def unknown_8bit() -> bytes:
    extra = "Content-Type: text/plain; charset=unknown-8bit\nContent-Transfer-Encoding: 8bit\n"
    return eml(header(extra), "Grüße aus dem Schacht\nstatus\n", "latin-1")


@recipe("wrong-charset", own_lines=[*BLOCK.split("\n")[:-1]], letters=1)
def wrong_charset() -> bytes:
    """Latin-1 that calls itself UTF-8, below a block that must survive it."""
    return eml(header(TEXT), f"{BLOCK}\n> schöne Grüße\n", "latin-1")


@recipe("unknown-encoding", own_lines=["status"])
def unknown_encoding() -> bytes:
    return eml(header(f"{TEXT}Content-Transfer-Encoding: x-shorthand\n"), "status\n")


@recipe("lf-line-ends", own_lines=["status"])
def lf_only() -> bytes:
    return eml(header(TEXT), "status\n").replace(b"\r\n", b"\n")


@recipe("mbox-line-first", own_lines=["status"])
def mbox_line() -> bytes:
    return b"From anna@example.org Tue Feb  3 10:50:00 2026\r\n" + eml(header(TEXT), "status\n")


@recipe("broken-header", own_lines=["this line is no field, so the text begins here", "status"])
def broken_header() -> bytes:
    return eml(header(), "status\n").replace(
        b"\r\n\r\n", b"\r\nthis line is no field, so the text begins here\r\n", 1
    )


@recipe("multipart-without-end", own_lines=["status"])
def without_end() -> bytes:
    extra = 'MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="cut"\n'
    return eml(header(extra), "--cut\nContent-Type: text/plain\n\nstatus\n")


@recipe("multipart-without-boundary")
def without_boundary() -> bytes:
    return eml(header("MIME-Version: 1.0\nContent-Type: multipart/mixed\n"), "--cut\n\nstatus\n--cut--\n")


@recipe("cut-block", own_lines=truncated(BLOCK).split("\n"), problems=["armour/cut"])
def cut_block() -> bytes:
    return eml(header(TEXT), truncated(BLOCK))


@recipe("lower-cased-block", own_lines=lower_cased(BLOCK).split("\n")[:-1], problems=["armour/lower-cased"])
def lower_cased_block() -> bytes:
    return eml(header(TEXT), lower_cased(BLOCK))


@recipe("damaged-plain-good-html", own_lines=["see below"], letters=1)
def damaged_plain() -> bytes:
    """A gateway rewrote the plain part; the other one still holds the letter."""
    extra = 'MIME-Version: 1.0\nContent-Type: multipart/alternative; boundary="alt"\n'
    damaged = quoted(BLOCK.replace(BLOCK[40], "?", 1))
    body = (
        f"--alt\nContent-Type: text/plain\n\nsee below\n\n{damaged}\n"
        f"--alt\nContent-Type: text/html\n\n<pre>{BLOCK}</pre>\n--alt--\n"
    )
    return eml(header(extra), body)


@recipe("blank-plain-beside-html", own_lines=["status"])
def blank_plain() -> bytes:
    extra = 'MIME-Version: 1.0\nContent-Type: multipart/alternative; boundary="alt"\n'
    body = (
        "--alt\nContent-Type: text/plain\n\n \n\u00a0\n"
        "--alt\nContent-Type: text/html\n\n<p>status</p>\n--alt--\n"
    )
    return eml(header(extra), body)


@recipe("nine-letters", letters=8, problems=["armour/too-many"], own_lines=["nine moves at once"])
def nine_letters() -> bytes:
    blocks = "".join(quoted(wrap(letter("bank", ply))) for ply in range(9))
    return eml(header(TEXT), f"nine moves at once\n\n{blocks}")


@recipe("code-mangled", own_lines=["3"], codes=[CODE])
def code_mangled() -> bytes:
    broken = CODE.lower().replace("-", " \u2013 ", 1)
    at = len(broken) - 7
    return eml(header(TEXT), f"3\n\n> Leave this line in your answer:\n> {broken[:at]}\n> {broken[at:]}\n")


@recipe("code-full-width", own_lines=["3", full_width(CODE)], codes=[CODE])
def code_full_width() -> bytes:
    return eml(header(TEXT), f"3\n{full_width(CODE)}\n")


@recipe("authenticated", own_lines=["status"], authenticated_by="example.org")
def authenticated() -> bytes:
    extra = f"""Authentication-Results: mx.example.org;
 dkim=pass (2048-bit key; unprotected) header.d=example.org header.i=@example.org header.b=Zm9v;
 spf=pass (mx.example.org: domain of anna@example.org designates 192.0.2.10) smtp.mailfrom=anna@example.org;
 dmarc=pass (p=NONE sp=NONE dis=NONE) header.from=example.org
{TEXT}"""
    return eml(header(extra), "status\n")


@recipe("authentication-forged", own_lines=["status"])
def authentication_forged() -> bytes:
    """Our own mail server found a failure; below it stands what the sender would have liked."""
    extra = f"""Authentication-Results: mx.example.org; spf=none (dmarc=pass header.from=example.org);
 dmarc=fail reason="; dmarc=pass header.from=example.org" header.from=example.org
Authentication-Results: mx.example.org; dmarc=pass header.from=example.org
{TEXT}"""
    return eml(header(extra), "status\n")


@recipe("authentication-of-others", own_lines=["status"])
def authentication_of_others() -> bytes:
    extra = f"Authentication-Results: mx.example.com; dmarc=pass header.from=example.org\n{TEXT}"
    return eml(header(extra), "status\n")


@recipe("authentication-other-domain", sender="anna@example.net", own_lines=["status"])
def authentication_other_domain() -> bytes:
    extra = f"Authentication-Results: mx.example.org; dmarc=pass header.from=example.org\n{TEXT}"
    return eml(header(extra, "From: anna@example.net"), "status\n")


@recipe("silly-date", own_lines=["status"])
def silly_date() -> bytes:
    return eml(header(TEXT), "status\n").replace(
        b"Tue, 3 Feb 2026 10:50:00 +0100", b"Thu, 32 Foo 1899 99:99:99 -9999"
    )


@recipe("disclaimer", own_lines=["3"], codes=[CODE])
def disclaimer() -> bytes:
    rule = "*" * 70
    body = (
        f"3\n\nOn 03.02.26 10:11, Grubenpost wrote:\n{quoted(TURN_EN)}\n{rule}\nThis mail is "
        f"confidential.\n{rule}\n"
    )
    return eml(header(f"{TEXT}Content-Transfer-Encoding: quoted-printable\n"), qp(body))

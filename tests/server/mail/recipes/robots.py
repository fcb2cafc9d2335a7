"""Answers that nobody wrote."""

from __future__ import annotations

from tests.server.mail.recipes import recipe
from tests.server.mail.samples import ORIGINAL_ID, PIT, TOKEN, b64, eml, parts, qp, quoted, tagged

BOUNCE = f"bounce+{TOKEN}@example.org"


def header(subject: str, fields: str, to: str = PIT, sender: str = "Anna <anna@example.org>") -> str:
    return f"""Delivered-To: {PIT}
Received: from mx.example.net (mx.example.net [192.0.2.40])
	by mx0.example.org (Postfix) with ESMTP id 5A1B2C3D
	for <{to}>; Tue,  3 Feb 2026 10:12:00 +0100 (CET)
From: {sender}
To: {to}
Subject: {subject}
Date: Tue, 3 Feb 2026 10:11:58 +0100
Message-ID: <20260203091158.77@mx.example.net>
In-Reply-To: {ORIGINAL_ID}
{fields}
MIME-Version: 1.0
"""


AWAY = "I am down the pit until Monday and will answer then.\n"


@recipe("auto-vacation", automatic="auto-submitted", own_lines=[AWAY.strip()], bounce_token=TOKEN)
def vacation() -> bytes:
    """vacation(1) answers to the envelope sender, so the token is there though nothing bounced."""
    fields = "Precedence: bulk\nAuto-Submitted: auto-replied (vacation)\nReturn-Path: <>"
    return eml(header("away from my mail", fields, BOUNCE), AWAY)


@recipe("auto-sieve", automatic="auto-submitted", own_lines=[AWAY.strip()])
def sieve() -> bytes:
    fields = (
        "Auto-Submitted: auto-replied (vacation)\nPrecedence: bulk\nContent-Type: text/plain; "
        "charset=utf-8\nX-Sieve: Pigeonhole Sieve 0.5.19"
    )
    return eml(header("Auto: [your turn] Grubenpost game-1", fields), AWAY)


@recipe("auto-gmail", automatic="auto-submitted", own_lines=[AWAY.strip()])
def gmail() -> bytes:
    boundary = "0000000000007d8e9f0651f0aaaa"
    fields = (
        "X-Autoreply: yes\nAuto-Submitted: auto-replied\nPrecedence: bulk\nContent-Type: "
        f'multipart/alternative; boundary="{boundary}"'
    )
    body = parts(
        boundary,
        [
            f'Content-Type: text/plain; charset="UTF-8"\n\n{AWAY}',
            f'Content-Type: text/html; charset="UTF-8"\n\n<div dir="ltr">{AWAY.strip()}</div>',
        ],
    )
    return eml(header("Away Re: [your turn] Grubenpost game-1", fields), body)


@recipe(
    "auto-exchange",
    automatic="auto-submitted",
    own_lines=["Ich bin bis Montag unter Tage.", "Mit freundlichen Grüßen"],
)
def exchange() -> bytes:
    fields = """X-MS-Exchange-Inbox-Rules-Loop: anna@example.org
X-Auto-Response-Suppress: All
auto-submitted: auto-generated
X-MS-Exchange-Generated-Message-Source: Mailbox Rules Agent
Content-Type: text/html; charset="iso-8859-1"
Content-Transfer-Encoding: quoted-printable"""
    body = "<html><body><p>Ich bin bis Montag unter Tage.</p><p>Mit freundlichen Grüßen</p></body></html>\n"
    return eml(
        header("Automatische Antwort: [du bist dran] Grubenpost game-1", fields), qp(body, "iso-8859-1")
    )


@recipe("auto-exchange-older", automatic="subject", own_lines=[AWAY.strip()])
def exchange_older() -> bytes:
    fields = "X-Auto-Response-Suppress: All\nContent-Type: text/plain; charset=utf-8"
    return eml(header("Out of Office: Grubenpost game-1", fields), AWAY)


@recipe("auto-webmail", automatic="x-autoreply", own_lines=["Я в отпуске до понедельника."])
def webmail() -> bytes:
    fields = (
        "X-Autoreply: 1\nContent-Type: text/plain; charset=windows-1251\nContent-Transfer-Encoding: base64"
    )
    body = b64("Я в отпуске до понедельника.\n", "windows-1251")
    return eml(header(tagged("Автоответ", "windows-1251"), fields), body)


@recipe("auto-autorespond", automatic="precedence", own_lines=[AWAY.strip()])
def autorespond() -> bytes:
    return eml(header("Re: game-1", "Precedence: junk\nDelivered-To: autoresponder@example.net"), AWAY)


@recipe("auto-null-sender", automatic="return-path", own_lines=[AWAY.strip()])
def null_sender() -> bytes:
    return eml("Return-Path: < >\n" + header("Re: game-1", "X-Mailer: none"), AWAY)


@recipe(
    "auto-ticket",
    automatic="x-loop",
    relayed="x-loop",
    own_lines=["Your request has been received (#4711)."],
    sender="help@example.net",
)
def ticket() -> bytes:
    fields = "X-Loop: help@example.net"
    return eml(
        header("[#4711] received", fields, sender="Help Desk <help@example.net>"),
        "Your request has been received (#4711).\n",
    )


@recipe(
    "auto-no-reply",
    automatic="from",
    own_lines=["Nobody reads this mailbox."],
    sender="no-reply+7@example.net",
)
def no_reply() -> bytes:
    return eml(
        header("Welcome", "X-Mailer: none", sender="no-reply+7@example.net"), "Nobody reads this mailbox.\n"
    )


@recipe("auto-without-any-sign", own_lines=[AWAY.strip()])
def without_sign() -> bytes:
    """Nothing tells it from a person; only a limit on answers helps."""
    return eml(header("Re: game-1", "X-Mailer: none"), f"{AWAY}\n{quoted('It is your turn.')}")


@recipe(
    "auto-own",
    automatic="auto-submitted",
    relayed="x-loop",
    own=True,
    own_lines=["It is your turn."],
    sender=PIT,
)
def own() -> bytes:
    """A mail of ours that came back to us whole."""
    fields = "Auto-Submitted: auto-generated\nX-Auto-Response-Suppress: All\nX-Loop: pit.example.org"
    return eml(
        header("[your turn] Grubenpost game-1", fields, sender=f"Grubenpost <{PIT}>"), "It is your turn.\n"
    )


@recipe("auto-own-stripped", own=True, own_lines=["It is your turn."], sender=PIT)
def own_stripped() -> bytes:
    """The same, with all marks lost but its Message-ID."""
    head = header("[your turn] Grubenpost game-1", "X-Mailer: none", sender=f"Grubenpost <{PIT}>")
    return eml(head.replace("<20260203091158.77@mx.example.net>", ORIGINAL_ID), "It is your turn.\n")


@recipe("auto-receipt", automatic="content-type", own_lines=["This is a receipt for the mail that you sent."])
def receipt() -> bytes:
    """A report that a mail was read says nothing about its delivery."""
    boundary = "------------mdn1234567890"
    body = parts(
        boundary,
        [
            "Content-Type: text/plain; charset=UTF-8\n\nThis is a receipt for the mail that you sent.",
            "Content-Type: message/disposition-notification\n\nReporting-UA: box.example.net; Mail 1.0\n"
            f"Final-Recipient: rfc822;anna@example.org\nOriginal-Message-ID: {ORIGINAL_ID}\n"
            "Disposition: manual-action/MDN-sent-manually; displayed",
        ],
    )
    fields = f'Content-Type: multipart/report; report-type=disposition-notification;\n boundary="{boundary}"'
    return eml(header("Return Receipt (displayed) - game-1", fields), body)


@recipe("unsubscribe-link", own_lines=[], unsubscribe_token=TOKEN)
def unsubscribe() -> bytes:
    return eml(header(f"unsubscribe {TOKEN.upper()}", "X-Mailer: none"), "")

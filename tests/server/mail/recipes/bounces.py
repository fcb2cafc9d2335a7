"""Mail that came back, as the mail servers of this world say so."""

from __future__ import annotations

from tests.server.mail.recipes import recipe
from tests.server.mail.samples import ORIGINAL_ID, PIT, TOKEN, b64, eml, parts, qp

BOUNCE = f"bounce+{TOKEN}@example.org"
DAEMON = "MAILER-DAEMON@mx.example.net"

OURS = f"""Return-Path: <{BOUNCE}>
From: Grubenpost <{PIT}>
To: <anna@example.net>
Subject: [your turn] Grubenpost game-1
Date: Tue, 03 Feb 2026 09:11:00 +0000
Message-ID: {ORIGINAL_ID}
Auto-Submitted: auto-generated
X-Loop: pit.example.org
MIME-Version: 1.0
Content-Type: text/plain; charset="utf-8"
"""
COPY = f"{OURS}\nIt is your turn.\n"


def header(subject: str, content: str, sender: str, to: str = BOUNCE, extra: str = "") -> str:
    return f"""Return-Path: <>
X-Original-To: {to}
Delivered-To: {PIT}
Received: by mx.example.net (Postfix)
	id 7B8C9D0E; Tue,  3 Feb 2026 10:11:09 +0100 (CET)
Date: Tue,  3 Feb 2026 10:11:09 +0100 (CET)
From: {sender}
Subject: {subject}
To: {to}
{extra}MIME-Version: 1.0
Content-Type: {content}
Message-Id: <20260203091109.7B8C9D0E@mx.example.net>
"""


def failed(
    address: str = "anna@example.net", action: str = "failed", status: str = "5.1.1", hard: bool = True
) -> dict[str, object]:
    return {"fates": [[address, action, status]], "message_id": ORIGINAL_ID, "hard": hard}


SAID = "Sorry to bring your mail back: it could not be delivered."
POSTFIX = "5A4B3C2D1E.1770109869/mx.example.net"


def postfix(action: str, status: str, copy: str) -> str:
    return parts(
        POSTFIX,
        [
            f"Content-Description: Notification\nContent-Type: text/plain; charset=us-ascii\n\n{SAID}",
            "Content-Description: Delivery report\nContent-Type: message/delivery-status\n\n"
            "Reporting-MTA: dns; mx.example.net\nX-Postfix-Queue-ID: 5A4B3C2D1E\n"
            f"X-Postfix-Sender: rfc822; {BOUNCE}\nArrival-Date: Tue,  3 Feb 2026 10:11:08 +0100 (CET)\n\n"
            "Final-Recipient: rfc822; anna@example.net\nOriginal-Recipient: rfc822;anna@example.net\n"
            f"Action: {action}\nStatus: {status}\nRemote-MTA: dns; in.example.net\n"
            "Diagnostic-Code: smtp; 550 5.1.1 <anna@example.net>: Recipient address rejected:\n"
            "    User unknown in local recipient table",
            copy,
        ],
        "This is a MIME-encapsulated message.\n\n",
    )


CONTENT = f'multipart/report; report-type=delivery-status;\n\tboundary="{POSTFIX}"'


@recipe(
    "bounce-postfix",
    sender=DAEMON,
    automatic="auto-submitted",
    own_lines=[SAID],
    bounce_token=TOKEN,
    report=failed(),
)
def postfix_unknown() -> bytes:
    copy = f"Content-Description: Undelivered Message\nContent-Type: message/rfc822\n\n{COPY}"
    sender = f"{DAEMON} (Mail Delivery System)"
    return eml(
        header(
            "Undelivered Mail Returned to Sender", CONTENT, sender, extra="Auto-Submitted: auto-replied\n"
        ),
        postfix("failed", "5.1.1", copy),
    )


@recipe(
    "bounce-postfix-headers",
    sender=DAEMON,
    automatic="return-path",
    own_lines=[SAID],
    bounce_token=TOKEN,
    report=failed(),
)
def postfix_headers() -> bytes:
    copy = f"Content-Description: Undelivered Message Headers\nContent-Type: text/rfc822-headers\n\n{OURS}"
    return eml(header("Undelivered Mail", CONTENT, DAEMON), postfix("failed", "5.1.1", copy))


@recipe(
    "bounce-postfix-delayed",
    sender=DAEMON,
    automatic="return-path",
    own_lines=[SAID],
    bounce_token=TOKEN,
    report=failed(action="delayed", status="4.4.1", hard=False),
)
def postfix_delayed() -> bytes:
    copy = f"Content-Type: text/rfc822-headers\n\n{OURS}"
    return eml(
        header("Delayed Mail (still being retried)", CONTENT, DAEMON), postfix("delayed", "4.4.1", copy)
    )


@recipe(
    "bounce-exim",
    sender="Mailer-Daemon@out.example.net",
    automatic="auto-submitted",
    own_lines=[
        "Your mail could not be delivered to one of its recipients:",
        "anna@example.net",
        "host in.example.net [192.0.2.80]",
        "550 5.7.1 RCPT TO:<anna@example.net>: relay not permitted",
    ],
    bounce_token=TOKEN,
    report=failed(status="5.7.1", hard=False),
)
def exim() -> bytes:
    """The older form: plain text, and a field that names who did not get it."""
    body = (
        "Your mail could not be delivered to one of its recipients:\n\n  anna@example.net\n"
        "    host in.example.net [192.0.2.80]\n    550 5.7.1 RCPT TO:<anna@example.net>: "
        "relay not permitted\n\n"
        f"------ This is a copy of the message, including all the headers. ------\n\n{COPY}"
    )
    extra = "X-Failed-Recipients: anna@example.net\nAuto-Submitted: auto-replied\n"
    sender = "Mail Delivery System <Mailer-Daemon@out.example.net>"
    return eml(header("Mail delivery failed", "text/plain; charset=us-ascii", sender, extra=extra), body)


@recipe(
    "bounce-exim-report",
    sender="Mailer-Daemon@out.example.net",
    automatic="auto-submitted",
    own_lines=[SAID],
    bounce_token=TOKEN,
    report=failed(status="5.0.0", hard=False),
)
def exim_report() -> bytes:
    boundary = "1770109869-eximdsn-1234567890"
    body = parts(
        boundary,
        [
            f"Content-type: text/plain; charset=us-ascii\n\n{SAID}",
            "Content-type: message/delivery-status\n\nReporting-MTA: dns; out.example.net\n\n"
            "Action: failed\nFinal-Recipient: rfc822;anna@example.net\nStatus: 5.0.0",
            f"Content-type: message/rfc822\n\n{COPY}",
        ],
    )
    extra = "X-Failed-Recipients: anna@example.net\nAuto-Submitted: auto-replied\n"
    content = f"multipart/report; report-type=delivery-status; boundary={boundary}"
    sender = "Mail Delivery System <Mailer-Daemon@out.example.net>"
    return eml(
        header("Mail delivery failed: returning message to sender", content, sender, extra=extra), body
    )


@recipe(
    "bounce-exchange",
    sender="postmaster@example.net",
    automatic="auto-submitted",
    own_lines=["Your message wasn't delivered to anna@example.net.", "Her mailbox is full."],
    bounce_token=TOKEN,
    report=failed(status="5.2.2", hard=False),
)
def exchange() -> bytes:
    outer, inner = "c0a1b2c3-d4e5-4f60-8a71-b2c3d4e5f607", "d1b2c3d4-e5f6-4a71-9b82-c3d4e5f60718"
    html = (
        '<html>\n<head>\n<meta http-equiv="Content-Type" content="text/html; '
        'charset=us-ascii">\n</head><body>\n'
        "<p><b>Your message wasn't delivered to anna@example.net.</b></p>\n<p>Her mailbox "
        "is full.</p>\n</body></html>"
    )
    text = (
        "Content-Type: text/html; charset=us-ascii\nContent-Transfer-Encoding: "
        f"quoted-printable\n\n{qp(html)}"
    )
    body = parts(
        outer,
        [
            "Content-Type: multipart/alternative; differences=Content-Type;\n "
            f'boundary="{inner}"\n\n{parts(inner, [text])}',
            "Content-Type: message/delivery-status\n\nReporting-MTA: dns;AM0PR01.example.net\n"
            "Received-From-MTA: dns;mx.example.org\nArrival-Date: Tue, 3 Feb 2026 09:11:10 +0000\n\n"
            "Original-Recipient: rfc822;anna@example.net\nFinal-Recipient: rfc822;"
            "anna.schmidt@example.net\nAction: failed\nStatus: 5.2.2\n"
            "Diagnostic-Code: smtp;554 5.2.2 mailbox full; quota exceeded\nX-Display-Name: Anna",
            f"Content-Type: message/rfc822\n\n{COPY}",
        ],
    )
    content = f'multipart/report; report-type=delivery-status;\n\tboundary="{outer}"'
    extra = "Auto-Submitted: auto-replied\nX-MS-Exchange-Message-Is-Ndr:\n"
    return eml(
        header(
            "Undeliverable: [your turn] Grubenpost game-1", content, "<postmaster@example.net>", extra=extra
        ),
        body,
    )


@recipe(
    "bounce-qmail",
    sender="MAILER-DAEMON@old.example.net",
    automatic="return-path",
    own_lines=[
        "Hi. This is the qmail-send program at old.example.net.",
        "I could not deliver your mail to these addresses.",
        "<anna@example.net>:",
        "There is no mailbox here by that name. (#5.1.1)",
        "--- Below this line is a copy of the message.",
        "Return-Path: <bounce+n4kq2wz6h7d3mxa5cjt2yb6evu@example.org>",
    ],
    bounce_token=TOKEN,
    report=failed(),
)
def qmail() -> bytes:
    """No MIME at all, but a form that can be relied on."""
    body = (
        "Hi. This is the qmail-send program at old.example.net.\nI could not deliver your "
        "mail to these addresses.\n\n"
        "<anna@example.net>:\nThere is no mailbox here by that name. (#5.1.1)\n\n"
        f"--- Below this line is a copy of the message.\n\n{COPY}"
    )
    return eml(header("failure notice", "text/plain", "MAILER-DAEMON@old.example.net"), body)


@recipe(
    "bounce-base64-copy",
    sender=DAEMON,
    automatic="return-path",
    own_lines=[SAID],
    bounce_token=TOKEN,
    report={
        "fates": [["anna@example.net", "failed", "5.4.4"], ["ben@example.net", "failed", ""]],
        "message_id": ORIGINAL_ID,
        "hard": True,
    },
)
def base64_copy() -> bytes:
    """Against the rules, but seen: the returned mail in base64, and a fate without a status."""
    boundary = "=_dsn_1a2b3c"
    body = parts(
        boundary,
        [
            f"Content-Type: text/plain\n\n{SAID}",
            "Content-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example.net\n\n"
            "Final-Recipient: RFC822; <anna@example.net>\nAction: FAILED\nStatus: 5.4.4 (no such host)\n\n"
            "Final-Recipient: rfc822; ben@example.net\nAction: failed",
            f"Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n{b64(COPY)}",
        ],
    )
    return eml(
        header("Delivery Status Notification (Failure)", f'multipart/report; boundary="{boundary}"', DAEMON),
        body,
    )


@recipe("bounce-forged", sender=DAEMON, automatic="return-path", own_lines=[SAID], report=failed())
def forged() -> bytes:
    """All is there but the token: whoever wrote this never had a mail of ours."""
    copy = f"Content-Type: message/rfc822\n\n{COPY}"
    return eml(header("Undelivered Mail", CONTENT, DAEMON, to=PIT), postfix("failed", "5.1.1", copy))

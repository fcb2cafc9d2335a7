"""Mails to send and to fetch, and what the ledger says of them."""

from __future__ import annotations

import asyncio
from collections import Counter
from hashlib import sha256

from sqlmodel import col, select

from server.ledger.models import Inbox, Outbox
from server.ledger.queues import add_outgoing
from server.ledger.store import Ledger
from server.post.smtp.send import SmtpSender
from tests.server.real.postfix import DOMAIN

NOW = 1_800_000_000


class Clock:
    """A clock that the test sets."""

    def __init__(self, now: int = NOW) -> None:
        self.now = now

    def __call__(self) -> int:
        return self.now


def mail(number: int, size: int = 1000) -> bytes:
    """A mail like those that servers hold: with CRLF at each line's end."""
    line = b"Glueck auf, der Steiger kommt, und er hat sein helles Licht bei der Nacht.\r\n"
    return (
        b"From: sender@example.org\r\nTo: post@pit.example.org\r\nDate: Thu, 1 Jan 2026 00:00:00 +0000\r\n"
        b"Message-ID: <%d@example.org>\r\nSubject: mail %d\r\n\r\n%b.\r\n..\r\n" % (number, number, line)
    ) + line * (size // len(line))


def put(
    ledger: Ledger, count: int, *recipients: str, kind: str = "turn", at: int = NOW, urgency: int = 0
) -> list[str]:
    """Put mails into the outbox, to these recipients in turn: their Message-IDs."""
    ids = []
    with ledger.writing() as session:
        for number in range(count):
            to = f"{recipients[number % len(recipients)]}@{DOMAIN}"
            unique = f"{number}.{to}"
            message_id = f"<{number}.{recipients[number % len(recipients)]}@pit>"
            mime = mail(number).replace(b"<%d@example.org>" % number, message_id.encode())
            row = Outbox(
                dedupe_key=unique,
                message_id=message_id,
                token=sha256(unique.encode()).hexdigest()[:26],
                recipient=to,
                mime=mime,
                kind=kind,
                urgency=urgency,
                created_at=at,
            )
            assert add_outgoing(session, row)
            ids.append(message_id)
    return ids


def outbox(ledger: Ledger) -> list[Outbox]:
    with ledger.reading() as session:
        return list(session.exec(select(Outbox).order_by(col(Outbox.id))).all())


def states(ledger: Ledger) -> Counter[str]:
    return Counter(mail.state for mail in outbox(ledger))


def inbox(ledger: Ledger) -> list[Inbox]:
    with ledger.reading() as session:
        return list(session.exec(select(Inbox).order_by(col(Inbox.id))).all())


def subjects(ledger: Ledger) -> list[int]:
    """The numbers of the sample mails in the inbox, sorted."""
    found = []
    for row in inbox(ledger):
        head = (row.raw or b"").partition(b"\r\n\r\n")[0]
        found += [int(line.split()[-1]) for line in head.split(b"\r\n") if line.startswith(b"Subject: mail ")]
    return sorted(found)


def send(sender: SmtpSender) -> int:
    """Send what is due, and hang up."""

    async def whole() -> int:
        try:
            return await sender.send_due()
        finally:
            await sender.close()

    return asyncio.run(whole())

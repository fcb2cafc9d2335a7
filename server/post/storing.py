"""Puts what was fetched into the inbox."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlmodel import Session

from engine.mail.limits import MOST_BYTES
from server.ledger.queues import Place, add_header, add_mail, add_stub

LARGEST: Final = MOST_BYTES
"""Of anything larger, which nobody would read, only the header is fetched."""
PORTION: Final = 50
"""So many mails are asked about at once …"""
PORTION_BYTES: Final = 1024 * 1024
"""… and so many bytes of them are held, and stored in one transaction."""


@dataclass(frozen=True, slots=True)
class Mail:
    """A mail as it came."""

    uid: int
    received_at: int
    raw: bytes


@dataclass(frozen=True, slots=True)
class Stub:
    """A mail that is only noted: `oversize`, with its header, or `aside` because it can't be had."""

    uid: int
    received_at: int
    state: str
    size: int
    traces: bytes
    error: str


Found = Mail | Stub


def store(
    session: Session, account: str, uidvalidity: int, worker: str, found: Sequence[Found], now: int
) -> int:
    """Store these and advance the watermark beyond them: how many mails were new."""
    new = 0
    for one in found:
        place = Place(account, uidvalidity, one.uid)
        if isinstance(one, Mail):
            new += add_mail(session, place, worker, one.raw, one.received_at, now) is not None
        elif one.state == "oversize" and one.traces:
            facts = {"size": one.size, "received_at": one.received_at, "now": now}
            new += add_header(session, place, worker, one.traces, **facts) is not None
        else:
            add_stub(
                session,
                place,
                worker,
                state=one.state,
                traces=one.traces or " ".join(map(str, place)).encode(),
                size=one.size,
                error=one.error,
                received_at=one.received_at,
            )
    return new

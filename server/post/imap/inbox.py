"""Puts what was fetched into the inbox."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlmodel import Session

from engine.mail.limits import MOST_BYTES
from server.ledger.queues import (
    CATCHING_UP,
    MailPlace,
    add_header,
    add_mail,
    add_stub,
    begin_catching_up,
    last_uid,
    lock_journal,
    note_missing,
    read_journal,
)

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
    done: bool = False
    """Whether it is marked as dealt with …"""
    back: bool = False
    """… and as one that was moved away and back."""


@dataclass(frozen=True, slots=True)
class Stub:
    """A mail that is only noted: `oversize`, with its header, or `aside` because it can't be had."""

    uid: int
    received_at: int
    state: str
    size: int
    traces: bytes
    error: str
    back: bool = False


Found = Mail | Stub


def store(
    session: Session,
    account: str,
    uidvalidity: int,
    worker: str,
    found: Sequence[Found],
    now: int,
    *,
    back: bool = False,
) -> int:
    """Store these and advance the watermark beyond them: how many mails were new.

    One that is new to us, but was dealt with, shows that the ledger is older than the mailbox. `back` says
    whether the last mail before these was moved away and back.
    """
    new = 0
    last = last_uid(session, account)
    gaps: list[tuple[int, int]] = []
    for one in found:
        place = MailPlace(account, uidvalidity, one.uid)
        moved = one.back and not back  # what lay before the first of those that came back together
        if one.uid > last + 1 and not moved:
            gaps.append((last + 1, one.uid - 1))
        back = one.back or (back and isinstance(one, Stub))  # one that can't be had has no marks either
        last = max(last, one.uid)
        if isinstance(one, Mail):
            added = add_mail(session, place, worker, one.raw, one.received_at, now)
            new += added is not None
            if added is not None and one.done:
                begin_catching_up(session, now, one.received_at)
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
    note_gaps(session, gaps)
    return new


def note_gaps(session: Session, gaps: Sequence[tuple[int, int]]) -> None:
    """Mails that are gone from the mailbox, by the UIDs of each gap, if the ledger would need them."""
    if not gaps or read_journal(session).state != CATCHING_UP:
        return
    journal = lock_journal(session)
    for first, last in gaps:
        uids = f"the UID {first}" if first == last else f"the UIDs {first} to {last}"
        note_missing(journal, f"the mailbox has no mail with {uids} any more")

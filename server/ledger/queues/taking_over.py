"""Work that would wait for nobody: of a worker that was killed or lives in a backup only, or of a clock that
was wrong.

A lease ends by itself, but only by the clock; one that was made while the clock was a day ahead would last
a day. So whatever is claimed for longer than any lease is free at once.
"""

from __future__ import annotations

from sqlalchemy import ColumnElement
from sqlmodel import Session, col, or_, select, update

from server.ledger.models import Inbox, Mailbox, Outbox


def free_work_of(session: Session, worker: str, now: int) -> int:
    """Free the mails that a dead worker had claimed, and give their number: they are due now. The mailbox is
    free for another reader."""
    session.exec(update(Mailbox).where(col(Mailbox.lease_by) == worker).values(lease_by="", lease_until=0))
    freed = 0
    for kind in (Inbox, Outbox):
        whose = or_(
            col(kind.lease_by) == worker, col(kind.lease_by).startswith(f"{worker}-", autoescape=True)
        )
        freed += _free(session, kind, whose & col(kind.next_at).is_not(None), now)
    return freed


def free_all_work(session: Session, now: int) -> None:
    """Whoever had claimed anything is of another time, as in a backup: all of it is due now."""
    session.exec(update(Mailbox).values(lease_by="", lease_until=0))
    for kind in (Inbox, Outbox):
        _free(session, kind, (col(kind.lease_by) != "") & col(kind.next_at).is_not(None), now)


def free_what_waits_too_long(session: Session, now: int, longest: int) -> int:
    """Free the mails that no lease and no patience explains: a clock was wrong when they were put off."""
    return sum(_free(session, kind, col(kind.next_at) > now + longest, now) for kind in (Inbox, Outbox))


def waits_too_long(session: Session, now: int, longest: int) -> bool:
    """Whether there is any such."""
    found = (select(kind.id).where(col(kind.next_at) > now + longest).limit(1) for kind in (Inbox, Outbox))
    return any(session.exec(one).first() is not None for one in found)


def _free(session: Session, kind: type[Inbox] | type[Outbox], which: ColumnElement[bool], now: int) -> int:
    return session.exec(update(kind).where(which).values(next_at=now)).rowcount

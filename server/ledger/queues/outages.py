"""Outages: times in which mail could not be fetched or sent. Clocks stand still in them.

One is written down, as memos of its begin and its end, before anything that came in it: whoever finds the
mailbox again says so, then reads.
"""

from __future__ import annotations

from typing import Final

from sqlmodel import Session, col, func, select

from server.ledger.models import Journal, Mailbox, Memo, Outbox
from server.ledger.queues.journal import known_until, lock_journal
from server.ledger.queues.memos import add_memo, next_moment

PATIENCE: Final = 15 * 60
"""A gap that is shorter than this, in seconds, is none."""
FETCH: Final = "fetch"
SEND: Final = "send"
OUT: Final = "out"
"""The act of a memo: mail can't be fetched, or can't be sent, from now on …"""
WELL: Final = "well"
"""… and it can again."""


def note_gap(session: Session, began: int) -> None:
    """The mailbox can be read again, for the first time since it was last read to its end.

    A ledger that was put back from a backup is older than its mailbox: that it was not there says nothing of
    how it was.
    """
    lock_journal(session)
    last = session.exec(select(func.max(Mailbox.read_until))).one() or 0
    known = session.exec(select(func.max(Memo.at)).where(Memo.act == WELL, Memo.about == FETCH)).one() or 0
    since = max(last, known + 1, known_until(session) + 1)
    if last and began - since > PATIENCE and not _is_behind(session):
        add_memo(session, since, OUT, FETCH)
        add_memo(session, began, WELL, FETCH)


def _is_behind(session: Session) -> bool:
    journal = session.exec(select(Journal)).one_or_none()
    return journal is not None and bool(journal.state)


def note_sending(session: Session, now: int, *, in_trouble: bool) -> None:
    """Whether mail can be sent. Nothing can, if somebody is in trouble and nobody has sent any for long."""
    lock_journal(session)
    since = _sending_failed_at(session)
    sent = session.exec(select(func.max(Outbox.sent_at))).one() or 0
    if since is None and in_trouble and sent < now - PATIENCE and _waits(session, now - PATIENCE):
        add_memo(session, next_moment(session, now), OUT, SEND)
    elif since is not None and (sent >= since or not in_trouble):
        add_memo(session, next_moment(session, now), WELL, SEND)


def _sending_failed_at(session: Session) -> int | None:
    """The beginning of the outage of sending that lasts, if one does."""
    last = session.exec(
        select(Memo)
        .where(Memo.about == SEND, col(Memo.act).in_((OUT, WELL)))
        .order_by(col(Memo.at).desc())
        .limit(1)
    ).first()
    return last.at if last is not None and last.act == OUT else None


def _waits(session: Session, since: int) -> bool:
    """Whether a mail has waited for so long."""
    waiting = select(Outbox.id).where(
        col(Outbox.next_at).is_not(None), col(Outbox.created_at) <= since, Outbox.kind == "turn"
    )
    return session.exec(waiting.limit(1)).first() is not None

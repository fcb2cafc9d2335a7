"""Outages: times in which mail could not be fetched or sent. Clocks stand still in them.

One is written down before anything that came in it: whoever finds the mailbox again says so, then reads.
"""

from __future__ import annotations

from typing import Final

from sqlmodel import Session, col, func, select

from server.ledger.models import Journal, Mailbox, Outage, Outbox

PATIENCE: Final = 15 * 60
"""A gap that is shorter than this, in seconds, is none."""
FETCH: Final = "fetch"
SEND: Final = "send"


def note_gap(session: Session, began: int) -> None:
    """The mailbox can be read again, for the first time since it was last read to its end.

    A ledger that was put back from a backup is older than its mailbox: that it was not there says nothing of
    how it was.
    """
    last = session.exec(select(func.max(Mailbox.read_until))).one() or 0
    known = session.exec(select(func.max(Outage.ends)).where(Outage.why == FETCH)).one() or 0
    since = max(last, known)
    if last and began - since > PATIENCE and not _is_behind(session):
        session.add(Outage(why=FETCH, begins=since, ends=began))


def _is_behind(session: Session) -> bool:
    journal = session.exec(select(Journal)).one_or_none()
    return journal is not None and bool(journal.state)


def note_sending(session: Session, now: int, *, in_trouble: bool) -> None:
    """Whether mail can be sent. Nothing can, if somebody is in trouble and nobody has sent any for long."""
    lasting = session.exec(select(Outage).where(Outage.why == SEND, col(Outage.ends).is_(None))).first()
    sent = session.exec(select(func.max(Outbox.sent_at))).one() or 0
    if lasting is None and in_trouble and sent < now - PATIENCE and _waits(session, now - PATIENCE):
        session.add(Outage(why=SEND, begins=now))
    elif lasting is not None and (sent >= lasting.begins or not in_trouble):
        lasting.ends = now


def _waits(session: Session, since: int) -> bool:
    """Whether a mail has waited for so long."""
    waiting = select(Outbox.id).where(
        col(Outbox.next_at).is_not(None), col(Outbox.created_at) <= since, Outbox.kind == "turn"
    )
    return session.exec(waiting.limit(1)).first() is not None

"""Mails that were set aside: finding them, and putting them back."""

from __future__ import annotations

from collections.abc import Sequence

from sqlmodel import Session, col, select

from engine.errors import Refused
from server.ledger import models as rows
from server.ledger.queues import put_back_inbox


class NotAside(Refused):
    """A mail that is not set aside, or can't be put back."""


def find_aside(session: Session) -> list[rows.Inbox]:
    """All that the host may have to look at, the oldest first."""
    aside = col(rows.Inbox.state).in_(("aside", "oversize"))
    return list(session.exec(select(rows.Inbox).where(aside).order_by(col(rows.Inbox.id))).all())


def find_one(session: Session, mail_id: int) -> rows.Inbox:
    """One of them."""
    found = session.get(rows.Inbox, mail_id)
    if found is None or found.state not in ("aside", "oversize"):
        raise NotAside("aside/none", "no mail {id} is set aside", id=mail_id)
    return found


def put_back(session: Session, mail_ids: Sequence[int], now: int) -> list[int]:
    """Treat these as if they had just come, all or none; with no id, all that can be put back."""
    chosen = mail_ids or [row.id for row in find_aside(session) if row.raw is not None]
    for mail_id in chosen:
        if find_one(session, mail_id).raw is None:
            raise NotAside(
                "aside/stub", "the mail {id} was never fetched, so it can't be tried again", id=mail_id
            )
        put_back_inbox(session, mail_id, now)
    return list(chosen)


def discard_aside(session: Session, mail_ids: Sequence[int], now: int) -> list[int]:
    """Erase these, all or none; with no id, all. Their hashes stay, so that they do not come again."""
    chosen = list(mail_ids) or [row.id for row in find_aside(session)]
    for mail_id in chosen:
        row = find_one(session, mail_id)
        row.state, row.raw, row.outcome, row.done_at = "done", None, "discarded by the host", now
    return chosen

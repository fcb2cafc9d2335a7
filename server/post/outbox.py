"""What a sender writes into the outbox beyond settling one mail at a time."""

from __future__ import annotations

from collections.abc import Sequence

from sqlmodel import Session, col, update

from server.ledger.models import Outbox


def note_sent(session: Session, mails: Sequence[Outbox], now: int) -> None:
    """These mails were accepted. That is a fact even if somebody else has claimed one meanwhile."""
    session.exec(
        update(Outbox)
        .where(col(Outbox.id).in_([mail.id for mail in mails]), col(Outbox.state) != "sent")
        .values(state="sent", next_at=None, lease_by="", last_error="", sent_at=now)
        .execution_options(synchronize_session=False)
    )


def give_back(session: Session, mail: Outbox, next_at: int) -> bool:
    """The mail was not tried after all, so that counts for no attempt; False if it is no longer ours."""
    statement = (
        update(Outbox)
        .where(
            col(Outbox.id) == mail.id,
            col(Outbox.state) == "sending",
            col(Outbox.lease_by) == mail.lease_by,
            col(Outbox.attempts) == mail.attempts,
        )
        .values(state="pending", next_at=next_at, lease_by="", attempts=mail.attempts - 1)
        .execution_options(synchronize_session=False)
    )
    return session.exec(statement).rowcount == 1

"""The inbox: mails that wait to be dealt with, in one order and each by one worker at a time."""

from __future__ import annotations

from typing import Final

from sqlalchemy.orm.attributes import set_committed_value
from sqlmodel import Session, col, update

from server.ledger.errors import LeaseLost
from server.ledger.models import Inbox
from server.ledger.queues.claims import settle, take
from server.ledger.queues.journal import known_until, lock_journal
from server.ledger.queues.order import EVERYTHING, Claim, QueueOrder, find_next
from server.ledger.statements import storable

FLOOD: Final = "set aside: "
"""The beginning of the reason for which one of too many mails was set aside; it is not kept for as long as
others."""


IN_ORDER: Final = QueueOrder()


def claim_inbox(
    session: Session, worker: str, now: int, lease: int, most: int = 1, order: QueueOrder = IN_ORDER
) -> list[Inbox]:
    """Take the mails that are next, which are dealt with one after the other. Commit before looking into one:
    the attempt must be on record. `order.py` tells which may go before others.

    A mail that was tried before is claimed alone: if it kills its reader, it takes no others along.
    """
    lock_journal(session)
    known = known_until(session)
    end = known + 1 if order.before is None else min(order.before, known + 1)
    return take(session, find_next(session, Claim(now, end, most, order.sort)), worker, now, lease)


def settle_inbox_done(
    session: Session, mail: Inbox, outcome: str, now: int, player_id: int | None = None
) -> None:
    """The mail has had its effect: part of the same transaction."""
    done = {"state": "done", "next_at": None, "done_at": now, "player_id": player_id}
    _settle(session, mail, outcome=storable(outcome), error="", **done)


def settle_inbox_aside(
    session: Session, mail: Inbox, error: str, now: int, player_id: int | None = None
) -> None:
    """The mail can't be processed. It is kept whole until the host puts it back."""
    aside = {"state": "aside", "next_at": None, "done_at": now, "player_id": player_id}
    _settle(session, mail, error=storable(error), **aside)


def settle_inbox_oversize(
    session: Session, mail: Inbox, outcome: str, now: int, player_id: int | None = None
) -> None:
    """A mail that was too large to be fetched has been answered, or not. Of its header nothing is kept."""
    known = {"state": "oversize", "raw": None, "next_at": None, "done_at": now, "player_id": player_id}
    _settle(session, mail, outcome=storable(outcome), error=f"has {mail.size} bytes", **known)


def settle_inbox_retry(session: Session, mail: Inbox, error: str, next_at: int) -> None:
    """The mail is tried again, not before this time."""
    _settle(session, mail, next_at=next_at, error=storable(error))


def put_off_inbox(session: Session, mail: Inbox, until: int) -> None:
    """The mail was one too many: it has another place in the order, and its place among those behind it."""
    _settle(session, mail, at=until, put_off=True, lane=None, next_at=mail.received_at, attempts=0, error="")
    set_committed_value(mail, "at", until)  # the row in hand follows the one in the database
    set_committed_value(mail, "put_off", True)


def sort_anew(session: Session, mail: Inbox) -> None:
    """The mail touches more than it seemed to: it waits for all that comes before it."""
    _settle(session, mail, lane=EVERYTHING, next_at=mail.received_at, attempts=mail.attempts - 1)


def return_inbox(session: Session, mail: Inbox, now: int) -> bool:
    """The mail was not dealt with, through no fault of its own; False if it is no longer this worker's."""
    return settle(session, mail, next_at=now, attempts=mail.attempts - 1)


def put_back_inbox(session: Session, mail_id: int, now: int) -> bool:
    """Treat a mail that was set aside as if it had just come; False if there is none, or only a stub."""
    statement = (
        update(Inbox)
        .where(col(Inbox.id) == mail_id, col(Inbox.state) == "aside", col(Inbox.raw).is_not(None))
        .values(
            state="new",
            at=known_until(session),
            lane=None,
            next_at=now,
            attempts=0,
            lease_by="",
            error="",
            done_at=None,
        )
    )
    return session.exec(statement).rowcount == 1


def _settle(session: Session, mail: Inbox, **values: object) -> None:
    if not settle(session, mail, **values):
        raise LeaseLost(f"the mail {mail.id} in the inbox is no longer {mail.lease_by}'s")

"""The inbox: mails that wait to be processed, each by one worker at a time."""

from __future__ import annotations

from itertools import takewhile
from typing import Final

from sqlmodel import Session, col, update

from server.ledger.errors import LeaseLost
from server.ledger.models import Inbox
from server.ledger.queues.claiming import find_due, settle, take
from server.ledger.writing import storable

FLOOD: Final = "set aside: "
"""How the reason begins why one of too many mails was set aside; it is not kept for as long as others."""


def claim_inbox(session: Session, worker: str, now: int, lease: int, most: int = 1) -> list[Inbox]:
    """Take the mails that wait longest. Commit before looking into one: the attempt must be on record.

    A mail that was tried before is claimed alone: if it kills its reader, it takes no others along.
    """
    due = find_due(session, Inbox, now, most)
    claimed = list(takewhile(lambda mail: mail.attempts == 0, due)) or list(due[:1])
    return take(session, claimed, worker, now, lease)


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


def return_inbox(session: Session, mail: Inbox, now: int) -> bool:
    """The mail was not dealt with, through no fault of its own; False if it is no longer this worker's."""
    return settle(session, mail, next_at=now, attempts=mail.attempts - 1)


def put_back_inbox(session: Session, mail_id: int, now: int) -> bool:
    """Treat a mail that was set aside as if it had just come; False if there is none, or only a stub."""
    statement = (
        update(Inbox)
        .where(col(Inbox.id) == mail_id, col(Inbox.state) == "aside", col(Inbox.raw).is_not(None))
        .values(state="new", next_at=now, attempts=0, lease_by="", error="", done_at=None)
    )
    return session.exec(statement).rowcount == 1


def _settle(session: Session, mail: Inbox, **values: object) -> None:
    if not settle(session, mail, **values):
        raise LeaseLost(f"the mail {mail.id} in the inbox is no longer {mail.lease_by}'s")

"""The outbox: mails that wait to be sent.

A mail that was being sent when its worker died may have gone out or not; nobody can tell. So it is claimed
again, and the same bytes with the same Message-ID are sent a second time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from sqlalchemy import bindparam
from sqlmodel import Session

from server.ledger.models import Outbox
from server.ledger.queues.claims import find_due, settle, take
from server.ledger.statements import insert_once, insert_values_once, run, storable, table_of

AT_ONCE: Final = 0
"""Due from the beginning: the time at which a mail was written may be ahead of our clock."""
_NEW: Final = {"state": "pending", "attempts": 0, "lease_by": "", "last_error": "", "sent_at": None}
_TABLE: Final = table_of(Outbox)
_SENT: Final = (
    _TABLE.update()
    .where(_TABLE.c.id.in_(bindparam("ids", expanding=True)), _TABLE.c.state != "sent")
    .values(state="sent", next_at=None, lease_by="", last_error="", sent_at=bindparam("now"))
)
"""Made once, because it is part of every move."""


def add_outgoing(session: Session, mail: Outbox) -> int | None:
    """Put a mail into the outbox: its id, or None if one with the same dedupe_key is or was there."""
    new: int | None = insert_once(session, _due(mail), "dedupe_key")
    return new


def add_all_outgoing(session: Session, mails: Sequence[Mapping[str, object]]) -> None:
    """Put mails into the outbox, but for those with a dedupe_key that is or was there.

    They are handed in as bare values, those of the columns that every new mail has alike left out.
    """
    insert_values_once(session, Outbox, [{**_NEW, "next_at": AT_ONCE, **m} for m in mails], "dedupe_key")


def _due(mail: Outbox) -> Outbox:
    """Due from the beginning, unless it says otherwise."""
    if mail.next_at is None:
        mail.next_at = mail.created_at
    return mail


def claim_outbox(session: Session, worker: str, now: int, lease: int, most: int) -> list[Outbox]:
    """Take the most urgent mails, and of these the ones that wait longest. Commit before sending."""
    return take(session, find_due(session, now, most), worker, now, lease)


def settle_outbox_sent(session: Session, mails: Sequence[Outbox], now: int) -> int:
    """These mails were accepted. That is a fact even if somebody else has claimed one meanwhile.

    How many of them were not known to be sent.
    """
    return run(session, _SENT, {"ids": [mail.id for mail in mails], "now": now}).rowcount


def settle_outbox_retry(session: Session, mail: Outbox, error: str, next_at: int) -> bool:
    """The mail is sent later, not before this time; False if it is no longer this worker's."""
    return settle(session, mail, state="pending", next_at=next_at, last_error=storable(error))


def settle_outbox_untried(session: Session, mail: Outbox, next_at: int, error: str = "") -> bool:
    """The mail was not tried after all, so that counts for no attempt; False if it is no longer ours."""
    values = {"last_error": storable(error)} if error else {}
    return settle(session, mail, state="pending", next_at=next_at, attempts=mail.attempts - 1, **values)


def settle_outbox_dead(session: Session, mail: Outbox, error: str) -> bool:
    """The mail will never be taken; False if it is no longer this worker's."""
    return settle(session, mail, state="dead", next_at=None, last_error=storable(error))


def put_back_outbox(session: Session, mail_ids: Sequence[int], now: int) -> int:
    """Send mails that were given up as if they had just been written: how many of these."""
    statement = (
        _TABLE.update()
        .where(_TABLE.c.id.in_(mail_ids), _TABLE.c.state == "dead")
        .values(state="pending", next_at=now, created_at=now, attempts=0, lease_by="", last_error="")
    )
    return run(session, statement, {}).rowcount

"""A ledger that is older than its mailbox: it catches up with the mails that were dealt with before, and
nothing is sent until it has.

What surely went out already does not go out again, but for the newest mail about each game to each of its
players, and for all that was written shortly before the ledger was lost: nobody knows whether that went.
Those are the same mails again, with the same Message-IDs. If something can't be made again, the host is
asked first.
"""

from __future__ import annotations

import json
from typing import Any, Final

from sqlalchemy import and_, not_
from sqlmodel import Session, col, func, select, update

from server.ledger.models import Journal, Mailbox, Outbox
from server.ledger.queues.journal import first_waiting, known_until, lock_journal, read_journal

CATCHING_UP: Final = "catching up"
HELD: Final = "held"
AGAIN: Final = 6 * 3600
"""The seconds before the ledger was lost of which all that was written goes out again."""
MOST: Final = 50
"""So many things that are missing are named; of more only that there are more."""
MORE: Final = "… and more"


def begin_catching_up(session: Session, now: int, sent_until: int = 0) -> None:
    """The mailbox holds mails that were dealt with, and that this ledger does not know."""
    journal = lock_journal(session)
    if not journal.state:
        journal.state, journal.since, journal.missing = CATCHING_UP, now, "[]"
    journal.sent_until = max(journal.sent_until, sent_until)


def is_holding(session: Session) -> bool:
    """Whether nothing may be sent now."""
    return bool(read_journal(session).state)


def note_missing(journal: Journal, what: str) -> None:
    """Something can't be made again. It counts only while the ledger catches up."""
    known: list[str] = json.loads(journal.missing)
    if journal.state != CATCHING_UP or what in known or MORE in known:
        return
    journal.missing = json.dumps([*known, what if len(known) < MOST else MORE], ensure_ascii=False)


def missing(journal: Journal) -> list[str]:
    """The things that could not be made again."""
    found: list[str] = json.loads(journal.missing)
    return found


def end_catching_up(session: Session) -> str | None:
    """End catching up: the journal's new state once all that is in the mailbox was dealt with; None if it was
    not yet."""
    journal = lock_journal(session)
    first = first_waiting(session)
    read_until = session.exec(select(func.max(Mailbox.read_until))).one() or 0
    waits = first is not None and first <= known_until(session)
    if journal.state != CATCHING_UP or read_until < journal.since or waits:
        return None
    if missing(journal):
        journal.state = HELD
    else:
        go_on(session)
    return journal.state


def go_on(session: Session) -> int:
    """Send again from now on: how many mails count as sent that were made once more."""
    journal = lock_journal(session)
    before = col(Outbox.created_at) <= journal.sent_until - AGAIN
    waiting = col(Outbox.state).in_(("pending", "sending"))
    newest = (
        select(func.max(Outbox.id))
        .where(Outbox.kind == "turn", col(Outbox.game_id).is_not(None))
        .group_by(col(Outbox.game_id), col(Outbox.player_id))
    )
    surely_sent: Any = and_(before, waiting, not_(col(Outbox.id).in_(newest)))
    settled = update(Outbox).where(surely_sent)
    values = {"state": "sent", "next_at": None, "lease_by": "", "sent_at": col(Outbox.created_at)}
    count = session.exec(settled.values(**values)).rowcount
    journal.state, journal.missing, journal.sent_until = "", "[]", 0
    return count

"""The journal: one order for all that came and all that fell due, and how far it has been dealt with.

Mails come in the order of `at` and then of their ids; a duty that is due at the time of a mail comes before
it. Whatever is next may be done as soon as it is certain that nothing comes before it any more.
"""

from __future__ import annotations

from typing import Final

from sqlmodel import Session, col, func, select

from server.ledger.models import Inbox, Journal, Mailbox
from server.ledger.statements import insert_once, run

MARGIN: Final = 300
"""The seconds that the mail server's clock may be behind ours, and that a mail may take from there into the
mailbox."""

_ROW: Final = select(Journal).execution_options(populate_existing=True)
_FIRST: Final = select(Inbox.at).where(col(Inbox.next_at).is_not(None)).order_by(col(Inbox.at)).limit(1)
_KNOWN: Final = select(func.max(Mailbox.last_at), func.max(Mailbox.read_until))


def lock_journal(session: Session) -> Journal:
    """The journal, in which nobody else can go on until the transaction ends."""
    locked = _ROW.with_for_update()
    found = session.exec(locked).one_or_none()
    if found is None:
        insert_once(session, Journal(), "name")
        found = session.exec(locked).one()
    return found


def read_journal(session: Session) -> Journal:
    """The journal as it is now."""
    return session.exec(_ROW).one_or_none() or Journal()


def first_waiting(session: Session) -> int | None:
    """The time of the first mail that has not been dealt with."""
    found: int | None = run(session, _FIRST, {}).scalar()
    return found


def known_until(session: Session) -> int:
    """Until when all is known that came: later mails have later times."""
    last_at, read_until = run(session, _KNOWN, {}).one()
    return max(last_at or 0, (read_until or 0) - MARGIN)


def settled_until(session: Session) -> int:
    """Until when all is known that came, and has been dealt with."""
    first, known = first_waiting(session), known_until(session)
    return known if first is None else min(first, known)

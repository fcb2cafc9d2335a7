"""Writes into the ledger what becomes of mails that were not accepted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from sqlmodel import Session

from server.ledger import models as rows
from server.ledger.queues import settle_outbox_dead, settle_outbox_retry, settle_outbox_untried
from server.post.smtp.schedule import next_attempt, wait_after
from server.post.smtp.verdict import Fate, SmtpVerdict

TRIES: Final = 11
"""So often a refusal must come that does not say what it is about: for about a day, after which a provider's
limit would be over."""

OnDead = Callable[[Session, rows.Outbox, str], None]
"""Told, within the transaction, of a mail that nobody will take, and why: here the host gets a notice."""


def tell_nobody(_session: Session, _mail: rows.Outbox, _error: str) -> None:
    """For whoever need not know."""


def settle_unsent(
    session: Session, tried: Sequence[tuple[rows.Outbox, SmtpVerdict]], now: int, on_dead: OnDead
) -> None:
    """These mails were not accepted: each is tried again, or given up."""
    for mail, verdict in tried:
        _settle(session, mail, verdict, now, on_dead)


def _settle(session: Session, mail: rows.Outbox, verdict: SmtpVerdict, now: int, on_dead: OnDead) -> None:
    again = _again(mail, verdict, now)
    if again is None:
        # That a notice to the host can't be sent is no reason for another one.
        if settle_outbox_dead(session, mail, verdict.error) and mail.kind != "host":
            on_dead(session, mail, verdict.error)
    elif verdict.fate is Fate.UNTRIED:
        settle_outbox_untried(session, mail, again, verdict.error)
    else:
        settle_outbox_retry(session, mail, verdict.error, again)


def _again(mail: rows.Outbox, verdict: SmtpVerdict, now: int) -> int | None:
    """The time at which the mail is tried again; None for never. No mail is given up because we were not let
    in."""
    match verdict.fate:
        case Fate.UNTRIED:
            return now
        case Fate.HELD:  # later than the others: should it be this mail after all, it does not stop them
            return now + wait_after(mail.attempts)
        case Fate.NEVER:
            return None
        case Fate.MAYBE if mail.attempts >= TRIES:
            return None
    return next_attempt(mail.attempts, now)

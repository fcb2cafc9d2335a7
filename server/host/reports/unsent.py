"""Mails that have not gone out: those that wait or were given up, why, and sending those again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from sqlmodel import Session, col, or_, select

from engine.errors import Refused
from server.host.reports.loglines import clean
from server.ledger import models as rows
from server.ledger.queues import put_back_outbox
from server.post.smtp.refusals import About, what_about

PATIENCE: Final = 15 * 60
"""Whatever waits for less is on its way."""

Facts = dict[str, Any]


class NotDead(Refused):
    """A mail that was not given up, or can't be sent again."""


def find_stuck(session: Session, now: int) -> list[Facts]:
    """The mails that were given up, or wait for long, the oldest first: people by handle, not by address."""
    waiting = col(rows.Outbox.state).in_(("pending", "sending")) & (
        (col(rows.Outbox.attempts) > 0) | (col(rows.Outbox.created_at) < now - PATIENCE)
    )
    found = session.exec(
        select(rows.Outbox, rows.Player.handle)
        .outerjoin(rows.Player, col(rows.Player.id) == col(rows.Outbox.player_id))
        .where(or_(col(rows.Outbox.state) == "dead", waiting))
        .order_by(col(rows.Outbox.id))
    ).all()
    return [_facts(mail, handle) for mail, handle in found]


def _facts(mail: rows.Outbox, handle: str | None) -> Facts:
    return {
        "id": mail.id,
        "state": mail.state,
        "kind": mail.kind,
        "player": handle,
        "game": mail.game_id,
        "created_at": mail.created_at,
        "attempts": mail.attempts,
        "next_at": mail.next_at,
        "error": clean(mail.last_error),
        "meaning": explain(mail),
    }


def explain(mail: rows.Outbox) -> str:
    """The meaning of the last refusal, and what the host can do."""
    if not mail.last_error:
        return "it waits for its turn"
    return _MEANINGS[what_about(mail.last_error)]


_MEANINGS: Final = {
    About.RECIPIENT: "there is no such mailbox: ask the player for another address, by another way",
    About.NOT_NOW: "the recipient's mailbox is full, or closed to us: it is tried again for three days",
    About.MAIL: "no server takes such a mail: please report it",
    About.US: "your mail account may not send now: wait, or lower mails_per_hour and mails_per_day",
    About.UNKNOWN: "the server does not say what it dislikes; `outbox --requeue` tries it again",
}


def requeue(session: Session, mail_ids: Sequence[int], now: int) -> list[int]:
    """Send mails again that were given up, with the same bytes, all or none; with no id, all that can be."""
    dead = select(rows.Outbox).where(col(rows.Outbox.state) == "dead").order_by(col(rows.Outbox.id))
    found = {mail.id: mail for mail in session.exec(dead).all()}
    chosen = list(mail_ids) or [mail.id for mail in found.values() if mail.mime]
    for mail_id in chosen:
        mail = found.get(mail_id)
        if mail is None:
            raise NotDead(
                "outbox/not-dead", "the mail {id} was not given up: `outbox` lists them", id=mail_id
            )
        if not mail.mime:
            raise NotDead("outbox/erased", "the text of the mail {id} was erased after keep_days", id=mail_id)
    put_back_outbox(session, chosen, now)
    return chosen

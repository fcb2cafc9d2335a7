"""The state of things, from the ledger: players, games and queues as plain facts, with nothing hidden."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlmodel import Session, col, func, select

from server.ledger import models as rows
from server.ledger.queues import missing, read_journal
from server.ledger.queues.outages import OUT, WELL

Facts = dict[str, Any]


def tell_standing(session: Session, now: int, most: int | None = None) -> Facts:
    """Everything that `grubenpost-server status` shows, with so many of the games that are played."""
    return {
        "at": now,
        "players": count_players(session),
        "games": count_by(session, rows.Game, ("open", "running", "over", "abandoned")),
        "queues": tell_queues(session, now),
        "journal": tell_journal(session),
        "asked": list(_asked(session)),
        "mailboxes": [
            {
                "account": box.account,
                "read_at": box.seen_at,
                "worker": box.lease_by,
                "held_until": box.lease_until,
                "quota_used": box.quota_used,
                "quota_limit": box.quota_limit,
            }
            for box in session.exec(select(rows.Mailbox).order_by(col(rows.Mailbox.account)))
        ],
        "running": list(_running(session, most)),
    }


def tell_queues(session: Session, now: int) -> Facts:
    """The mails that wait, counted, and how long the oldest of them has been waiting."""
    inbox = count_by(session, rows.Inbox, ("new", "done", "aside", "oversize"))
    outbox = count_by(session, rows.Outbox, ("pending", "sending", "sent", "dead"))
    first_in: int | None = session.exec(
        select(func.min(col(rows.Inbox.at))).where(rows.Inbox.state == "new")
    ).one()
    first_out: int | None = session.exec(
        select(func.min(col(rows.Outbox.created_at))).where(col(rows.Outbox.next_at).is_not(None))
    ).one()
    return {
        "inbox": {**inbox, "oldest_seconds": max(0, now - first_in) if first_in is not None else None},
        "outbox": {**outbox, "oldest_seconds": max(0, now - first_out) if first_out is not None else None},
    }


def tell_journal(session: Session) -> Facts:
    """Whether the ledger has to catch up with its mailbox, and what of that could not be made again."""
    journal = read_journal(session)
    return {"state": journal.state, "missing": missing(journal)}


def _asked(session: Session) -> Iterator[Facts]:
    """The acts of the host that are yet to be done."""
    waiting = select(rows.Memo).where(col(rows.Memo.done).is_(False), col(rows.Memo.act).not_in((OUT, WELL)))
    for memo in session.exec(waiting.order_by(col(rows.Memo.at))):
        yield {"act": memo.act, "about": memo.about, "at": memo.at}


def tell_waiting(session: Session) -> Facts:
    """The facts of the health file. Only what waits is counted: that costs little, however old the club."""
    return {
        "last_poll": session.exec(select(func.max(col(rows.Mailbox.seen_at)))).one(),
        "inbox_waiting": _count(session, rows.Inbox, "new"),
        "inbox_aside": _count(session, rows.Inbox, "aside"),
        "outbox_waiting": _count(session, rows.Outbox, "pending") + _count(session, rows.Outbox, "sending"),
        "outbox_dead": _count(session, rows.Outbox, "dead"),
        # Numbers are never used again, so the last one tells how many there ever were.
        "mails_received": session.exec(select(func.max(col(rows.Inbox.id)))).one() or 0,
        "mails_written": session.exec(select(func.max(col(rows.Outbox.id)))).one() or 0,
        "last_backup": session.exec(select(func.max(col(rows.Backup.at)))).one(),
    }


def _count(session: Session, kind: type[rows.Inbox | rows.Outbox], state: str) -> int:
    return session.exec(select(func.count()).select_from(kind).where(col(kind.state) == state)).one()


def count_players(session: Session) -> Facts:
    active = rows.Player.state == "active"
    return {
        "active": session.exec(select(func.count()).select_from(rows.Player).where(active)).one(),
        "unreachable": session.exec(
            select(func.count())
            .select_from(rows.Player)
            .where(active, col(rows.Player.unreachable_since).is_not(None))
        ).one(),
    }


def count_by(
    session: Session, kind: type[rows.Game | rows.Inbox | rows.Outbox], states: tuple[str, ...]
) -> dict[str, int]:
    """The number of rows in each state."""
    found = session.exec(select(col(kind.state), func.count()).group_by(col(kind.state))).all()
    return dict.fromkeys(states, 0) | dict(found)


def _running(session: Session, most: int | None) -> Iterator[Facts]:
    """The games that are played, those first in which somebody moved last. Whole rows would take seconds."""
    columns = select(rows.Game.id, rows.Game.ply, rows.Game.turn_seat, rows.Game.moved_at)
    newest = columns.where(rows.Game.state == "running").order_by(col(rows.Game.moved_at).desc()).limit(most)
    for game, ply, turn, moved_at in session.exec(newest):
        yield {"game": game, "ply": ply, "turn": turn, "moved_at": moved_at}

"""Needs: everything that will not mend itself, with the command that does.

Whoever is meant is named, by handle and game, never by address.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from sqlmodel import Session, col, func, select

from server.host.health import PATIENCE, Facts, in_words, missing_parts
from server.host.reports.disk_room import SCARCE, free_space, in_megabytes
from server.host.reports.unsent import find_stuck
from server.host.spans import span
from server.ledger import models as rows
from server.ledger.queues import HELD, memos_to_keep, missing, read_journal

DAY: Final = 24 * 3600
SILENCE: Final = PATIENCE
OLD_BACKUP: Final = 7 * DAY
LONG_TURN: Final = 30 * DAY
COMPLAINTS: Final = 30 * DAY
FULL: Final = 90
"""Of a hundred parts of a mailbox."""
NAMED: Final = 5
ON_MAIL: Final = {"fetcher": "fetches", "clerks": "deals with", "senders": "sends"}
"""The parts of the server and what they do with mail."""


class Need(NamedTuple):
    """Something for somebody to do."""

    what: str
    words: str
    wrong: bool = False
    """Whether the server can't do its work because of it."""


def find_needs(session: Session, processes: list[Facts], data: Path, now: int) -> list[Need]:
    """All of them, the worst first."""
    found = [
        *_journal(session),
        *_memos(session),
        *_processes(processes, now),
        *_mailbox(session, processes, now),
        *_outbox(session, now),
        *_inbox(session, now),
        *_players(session, now),
        *_games(session, now),
        *_room(session, data, now),
    ]
    return sorted(found, key=lambda need: not need.wrong)


def _some(names: list[str], count: int = 0) -> str:
    """The first of the names, and how many more there are, of as many as are named or counted."""
    more = f" and {count - NAMED} more" if (count := count or len(names)) > NAMED else ""
    return ", ".join(names[:NAMED]) + more


def _journal(session: Session) -> Iterator[Need]:
    journal = read_journal(session)
    if journal.state == HELD:
        told = "; ".join(missing(journal))
        yield Need("journal", f"nothing is sent until you say `grubenpost-server resume`: {told}", True)
    elif journal.state:
        yield Need("journal", "the ledger catches up with its mailbox, and nothing is sent until it has")


def _memos(session: Session) -> Iterator[Need]:
    """Memos that the mailbox does not take, though it was read since."""
    read_until: int = session.exec(select(func.max(rows.Mailbox.read_until))).one() or 0
    waiting = [memo for memo in memos_to_keep(session) if memo.at < read_until - SILENCE]
    if waiting:
        told = _some([f"{memo.act} {memo.about}" for memo in waiting if "@" not in memo.about] or ["block"])
        yield Need(
            "journal",
            f"the mailbox does not take the server's own mails ({told}): "
            "a restore would not know of these, make a `backup`",
        )


def _processes(processes: list[Facts], now: int) -> Iterator[Need]:
    lost = missing_parts(processes)
    working = any(one["is"] == "runs" for one in processes)
    for file in dict.fromkeys(one["file"] for one in lost.values()):
        parts = [part for part, one in lost.items() if one["file"] == file]
        one = lost[parts[0]]
        how = f"{file} {one['is']} {span(abs(now - one['at']))} ago, start it again"
        yield Need("process", f"nobody {_undone(parts)}: {how}", working)
    for one in processes:
        if one["is"] == "runs" and one.get("outage_since") is not None:
            yield Need("trouble", in_words(one, now), now - int(one["outage_since"]) > SILENCE)


def _undone(parts: list[str]) -> str:
    """The work that is not done while these parts of the server are missing."""
    mail = [verb for part, verb in ON_MAIL.items() if part in parts]
    told = [f"{', '.join(mail[:-1])} or {mail[-1]} mail" if mail[1:] else f"{mail[0]} mail"] if mail else []
    told += [f"runs the post {part}" for part in parts if part not in ON_MAIL]
    return " or ".join(told)


def _mailbox(session: Session, processes: list[Facts], now: int) -> Iterator[Need]:
    reads = any("fetcher" in one.get("parts", ()) for one in processes if one["is"] == "runs")
    for box in session.exec(select(rows.Mailbox).order_by(col(rows.Mailbox.account))):
        late = box.seen_at is None or now - box.seen_at > SILENCE
        if reads and late:
            who = f", {box.lease_by} holds it" if box.lease_by and box.lease_until > now else ""
            yield Need("mailbox", f"it has not been read for a quarter of an hour{who}", True)
        if box.quota_limit and (box.quota_used or 0) * 100 >= FULL * box.quota_limit:
            yield Need("mailbox", f"{tell_quota(box)}: when it is full, mail is lost; see `tidy`", True)


def tell_quota(box: rows.Mailbox) -> str:
    """The use of a mailbox's quota, in words; nothing if its server does not say."""
    if not box.quota_limit:
        return ""
    share = (box.quota_used or 0) * 100 // box.quota_limit
    return f"{share} % of {box.quota_limit // 1_000_000} MB are full"


def _outbox(session: Session, now: int) -> Iterator[Need]:
    stuck = find_stuck(session, now)
    for state, words in (("dead", "could not be delivered"), ("waits", "wait to be sent")):
        mails = [mail for mail in stuck if (mail["state"] == "dead") == (state == "dead")]
        late = [mail for mail in mails if state == "dead" or now - mail["created_at"] > SILENCE]
        if late:
            whose = list(dict.fromkeys(_whose(mail) for mail in late))
            turns = any(mail["kind"] == "turn" for mail in late)
            yield Need("outbox", f"{len(late)} mails {words}: {_some(whose)}; see `outbox`", turns)


def _whose(mail: Facts) -> str:
    named = [part for part in (mail["kind"], mail["player"], mail["game"]) if part]
    return " ".join(named)


def _inbox(session: Session, now: int) -> Iterator[Need]:
    aside = session.exec(
        select(func.count()).select_from(rows.Inbox).where(rows.Inbox.state == "aside")
    ).one()
    if aside:
        yield Need("aside", f"{aside} mails are set aside: `aside` lists them")
    first: int | None = session.exec(
        select(func.min(col(rows.Inbox.received_at))).where(
            rows.Inbox.state == "new", col(rows.Inbox.put_off).is_(False)
        )
    ).one()
    if first is not None and now - first > SILENCE:
        yield Need("inbox", f"a mail has been waiting in the inbox for {span(now - first)}", True)


def _players(session: Session, now: int) -> Iterator[Need]:
    active = select(rows.Player.handle).where(rows.Player.state == "active").order_by(col(rows.Player.handle))
    lost = list(session.exec(active.where(col(rows.Player.unreachable_since).is_not(None))).all())
    if lost:
        yield Need("players", f"mail does not reach {_some(lost)}: see `mails`, and ask them by another way")
    stopped = list(session.exec(active.where(col(rows.Player.frozen_until) > now)).all())
    if stopped:
        yield Need("players", f"a change was stopped of {_some(stopped)}: see `release`")
    complained = session.exec(
        active.distinct()
        .join(rows.Inbox, col(rows.Inbox.player_id) == col(rows.Player.id))
        .where(
            col(rows.Inbox.outcome).startswith("complaint about"),
            col(rows.Inbox.received_at) > now - COMPLAINTS,
        )
    ).all()
    if complained:
        yield Need("players", f"marked our mail as spam: {_some(list(complained))}; ask whether they go on")


def _games(session: Session, now: int) -> Iterator[Need]:
    late = (col(rows.Game.state) == "running", col(rows.Game.moved_at) < now - LONG_TURN)
    count = session.exec(select(func.count()).select_from(rows.Game).where(*late)).one()
    longest = session.exec(
        select(rows.Game.id, rows.Game.moved_at, rows.Player.handle)
        .join(
            rows.Seat,
            (col(rows.Seat.game_id) == col(rows.Game.id))
            & (col(rows.Seat.number) == col(rows.Game.turn_seat)),
        )
        .join(rows.Player, col(rows.Player.id) == col(rows.Seat.player_id))
        .where(*late)
        .order_by(col(rows.Game.moved_at))
        .limit(NAMED)
    ).all()
    if longest:
        told = [f"{game} for {handle} since {span(now - at)}" for game, at, handle in longest]
        yield Need("games", f"these wait: {_some(told, count)}; ask, or `close` one")


def _room(session: Session, data: Path, now: int) -> Iterator[Need]:
    free = free_space(data)
    if free < SCARCE:
        yield Need("disk", f"only {in_megabytes(free)}", free < SCARCE // 10)
    played = session.exec(select(rows.Game.id).limit(1)).first()
    last: int | None = session.exec(select(func.max(col(rows.Backup.at)))).one()
    if played is not None and (last is None or now - last > OLD_BACKUP):
        age = f"the last backup is {span(now - last)} old" if last is not None else "there is no backup yet"
        yield Need("backup", f"{age}: `backup` makes one")

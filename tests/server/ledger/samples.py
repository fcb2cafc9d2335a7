"""Rows to put into a ledger."""

from __future__ import annotations

from sqlmodel import Session

from server.ledger.models import Entry, Game, Inbox, Outbox, Player
from server.ledger.queues import MailPlace, add_mail, add_outgoing, lease_mailbox

NOW = 1_800_000_000
LEASE = 300
ACCOUNT = "post@example.org"
FETCHER = "fetcher"


def player(handle: str = "anna") -> Player:
    return Player(handle=handle, folded=handle, name=handle.title(), auth="key", created_at=NOW)


def game(session: Session, game_id: str = "pit") -> Game:
    """A game in the ledger, with its host."""
    host = player(f"host-{game_id}")
    session.add(host)
    session.flush()
    new = Game(id=game_id, host_id=host.id, seed=bytes(32), created_at=NOW, moved_at=NOW)
    session.add(new)
    session.flush()
    return new


def entry(seq: int = 0, game_id: str = "pit") -> Entry:
    return Entry(game_id=game_id, seq=seq, kind="ply", at=NOW, facts="{}", leaf="0" * 64)


def outgoing(number: int, created_at: int = NOW) -> Outbox:
    return Outbox(
        dedupe_key=f"key-{number}",
        message_id=f"<{number}@example.org>",
        token=f"token-{number}",
        recipient="anna@example.org",
        mime=b"mail %d" % number,
        kind="turn",
        created_at=created_at,
    )


def incoming(number: int) -> Inbox:
    return Inbox(
        raw_sha256=f"{number:064x}",
        account=ACCOUNT,
        uidvalidity=1,
        uid=number,
        received_at=NOW,
        size=4,
        raw=b"mail",
        next_at=NOW,
    )


def fill_inbox(session: Session, count: int) -> None:
    assert lease_mailbox(session, ACCOUNT, FETCHER, NOW, LEASE)
    for number in range(1, count + 1):
        assert add_mail(session, MailPlace(ACCOUNT, 1, number), FETCHER, b"mail %d" % number, NOW, NOW)


def fill_outbox(session: Session, count: int) -> None:
    for number in range(count):
        assert add_outgoing(session, outgoing(number))

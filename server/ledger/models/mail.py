"""Mail in and mail out, and how far each mailbox has been read.

`next_at` is when a worker may next take a row: a claim moves it to the end of the lease, so the rows of a
worker that died come back by themselves. It is null as soon as nothing is left to do.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, CheckConstraint, Index, text
from sqlmodel import Field

from server.ledger.models.row import NEVER_AGAIN, Row, one_of
from server.ledger.packing import Packed


def _due(table: str, *first: str) -> Index:
    """What a claim reads: the rows that wait, in their order. Finished rows are not in it."""
    waiting = text("next_at IS NOT NULL")
    return Index(f"ix_{table}_due", *first, "next_at", "id", sqlite_where=waiting, postgresql_where=waiting)


def _kept(table: str, at: str, kept: str) -> Index:
    """Finds the mails whose text can go."""
    return Index(f"ix_{table}_kept", at, sqlite_where=text(kept), postgresql_where=text(kept))


class Inbox(Row, table=True):
    """A mail that came, with its exact bytes; without them if it was too large or can't be fetched."""

    __table_args__ = (
        one_of("state", "new", "done", "aside", "oversize"),
        CheckConstraint("(state = 'new') = (next_at IS NOT NULL)", name="due"),
        CheckConstraint("state <> 'new' OR raw IS NOT NULL", name="raw"),
        _due("inbox"),
        _kept("inbox", "done_at", "done_at IS NOT NULL AND raw IS NOT NULL"),
        Index(None, "state", "id"),
        NEVER_AGAIN,
    )

    id: int = Field(default=None, primary_key=True)
    raw_sha256: str = Field(unique=True)
    player_id: int | None = Field(default=None, foreign_key="player.id", index=True)
    """Whose mail it was found to be."""
    account: str
    uidvalidity: int = Field(sa_type=BigInteger)
    uid: int = Field(sa_type=BigInteger)
    received_at: int = Field(sa_type=BigInteger)
    size: int = Field(sa_type=BigInteger)
    raw: bytes | None = Field(default=None, sa_type=Packed)
    state: str = "new"
    attempts: int = 0
    next_at: int | None = Field(default=None, sa_type=BigInteger)
    lease_by: str = ""
    error: str = ""
    outcome: str = ""
    done_at: int | None = Field(default=None, sa_type=BigInteger)


class Outbox(Row, table=True):
    """A mail to one recipient: finished bytes that are sent, and if need be sent again, as they are."""

    __table_args__ = (
        one_of("kind", "turn", "answer", "notice", "host"),
        one_of("state", "pending", "sending", "sent", "dead"),
        CheckConstraint("(state IN ('pending', 'sending')) = (next_at IS NOT NULL)", name="due"),
        _due("outbox", "urgency"),
        _kept("outbox", "sent_at", "sent_at IS NOT NULL AND length(mime) > 0"),
        Index(None, "state", "id"),
        NEVER_AGAIN,
    )

    id: int = Field(default=None, primary_key=True)
    dedupe_key: str = Field(unique=True)
    message_id: str = Field(unique=True)
    token: str = Field(unique=True)
    """What the envelope sender carries, so that a bounce tells which mail it is about."""
    recipient: str
    player_id: int | None = Field(default=None, foreign_key="player.id", index=True)
    game_id: str | None = Field(default=None, foreign_key="game.id", index=True)
    mime: bytes = Field(sa_type=Packed)
    kind: str
    urgency: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    """When not all can go, those with the smallest number go first."""
    state: str = "pending"
    attempts: int = 0
    next_at: int | None = Field(default=None, sa_type=BigInteger)
    lease_by: str = ""
    last_error: str = ""
    created_at: int = Field(sa_type=BigInteger)
    sent_at: int | None = Field(default=None, sa_type=BigInteger)


class Mailbox(Row, table=True):
    """How far an account has been read, and which worker reads it."""

    account: str = Field(primary_key=True)
    uidvalidity: int = Field(default=0, sa_type=BigInteger)
    last_uid: int = Field(default=0, sa_type=BigInteger)
    lease_until: int = Field(default=0, sa_type=BigInteger)
    lease_by: str = ""
    seen_at: int | None = Field(default=None, sa_type=BigInteger)
    """When the account was last read without trouble."""
    quota_used: int | None = Field(default=None, sa_type=BigInteger)
    """How many bytes lie in the account, as its server last told …"""
    quota_limit: int | None = Field(default=None, sa_type=BigInteger)
    """… and how many it takes."""


class Bounce(Row, table=True):
    """A mail of ours that came back."""

    __table_args__ = (Index(None, "player_id", "at"), NEVER_AGAIN)

    id: int = Field(default=None, primary_key=True)
    outbox_id: int = Field(foreign_key="outbox.id", ondelete="CASCADE", index=True)
    player_id: int | None = Field(default=None, foreign_key="player.id")
    at: int = Field(sa_type=BigInteger)
    hard: bool

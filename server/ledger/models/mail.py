"""Mail in and mail out, and how far each mailbox has been read.

`next_at` is when a worker may next take a row: a claim moves it to the end of the lease, so the rows of a
worker that died come back by themselves. It is null as soon as nothing is left to do.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, CheckConstraint, Index, false, text
from sqlmodel import Field

from server.ledger.compression import Packed
from server.ledger.models.row import NEVER_AGAIN, Row, one_of


def _due(table: str, *order: str) -> Index:
    """The index that a claim reads: the rows that wait, in their order. Finished rows are not in it."""
    waiting = text("next_at IS NOT NULL")
    return Index(f"ix_{table}_due", *order, "id", sqlite_where=waiting, postgresql_where=waiting)


def _kept(table: str, at: str, kept: str) -> Index:
    """Finds the mails whose text can go."""
    return Index(f"ix_{table}_kept", at, sqlite_where=text(kept), postgresql_where=text(kept))


class Inbox(Row, table=True):
    """A mail that came, with its exact bytes; without them if it was too large or can't be fetched."""

    __table_args__ = (
        one_of("state", "new", "done", "aside", "oversize"),
        CheckConstraint("(state = 'new') = (next_at IS NOT NULL)", name="due"),
        CheckConstraint("state <> 'new' OR raw IS NOT NULL", name="raw"),
        _due("inbox", "at"),
        _kept("inbox", "done_at", "done_at IS NOT NULL AND raw IS NOT NULL"),
        Index(None, "state", "id"),
        NEVER_AGAIN,
    )

    id: int = Field(default=None, primary_key=True)
    raw_sha256: str = Field(unique=True)
    player_id: int | None = Field(default=None, foreign_key="player.id", index=True)
    """The player whose mail it was found to be."""
    account: str
    uidvalidity: int = Field(sa_type=BigInteger)
    uid: int = Field(sa_type=BigInteger)
    received_at: int = Field(sa_type=BigInteger)
    at: int = Field(default=0, sa_type=BigInteger, sa_column_kwargs={"server_default": "0"})
    """The time at which it counts as come: as our mail server says, and never before the mail before it. It
    is dealt with at this time, whenever that is."""
    lane: str | None = None
    """The things that it can touch, if they are known: it may go beside mails that touch something else."""
    put_off: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    """Whether it was one too many when it came, and waits for the time that `at` tells now."""
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
        _due("outbox", "urgency", "next_at"),
        _kept("outbox", "sent_at", "sent_at IS NOT NULL AND length(mime) > 0"),
        Index(None, "state", "id"),
        NEVER_AGAIN,
    )

    id: int = Field(default=None, primary_key=True)
    dedupe_key: str = Field(unique=True)
    message_id: str = Field(unique=True)
    token: str = Field(unique=True)
    """The token of the envelope sender, so that a bounce tells which mail it is about."""
    recipient: str
    player_id: int | None = Field(default=None, foreign_key="player.id", index=True)
    game_id: str | None = Field(default=None, foreign_key="game.id", index=True)
    mime: bytes = Field(sa_type=Packed)
    kind: str
    urgency: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    """The urgency: when not all can go, those with the smallest number go first."""
    state: str = "pending"
    attempts: int = 0
    next_at: int | None = Field(default=None, sa_type=BigInteger)
    lease_by: str = ""
    last_error: str = ""
    created_at: int = Field(sa_type=BigInteger)
    sent_at: int | None = Field(default=None, sa_type=BigInteger)


class Mailbox(Row, table=True):
    """A mailbox: how far the account has been read, and which worker reads it."""

    account: str = Field(primary_key=True)
    uidvalidity: int = Field(default=0, sa_type=BigInteger)
    last_uid: int = Field(default=0, sa_type=BigInteger)
    lease_until: int = Field(default=0, sa_type=BigInteger)
    lease_by: str = ""
    seen_at: int | None = Field(default=None, sa_type=BigInteger)
    """The time at which the account was last read without trouble."""
    quota_used: int | None = Field(default=None, sa_type=BigInteger)
    """The number of bytes in the account, as its server last told …"""
    quota_limit: int | None = Field(default=None, sa_type=BigInteger)
    """… and how many it takes."""
    last_at: int = Field(default=0, sa_type=BigInteger, sa_column_kwargs={"server_default": "0"})
    """The time at which the newest mail counts as come: no later one comes before that."""
    read_until: int = Field(default=0, sa_type=BigInteger, sa_column_kwargs={"server_default": "0"})
    """The time at which a reading began that found all there was."""


class Journal(Row, table=True):
    """The journal: how far all that came, and all that fell due, has been dealt with. There is one row."""

    __table_args__ = (one_of("state", "", "catching up", "held"),)

    name: str = Field(default="journal", primary_key=True)
    at: int = Field(default=0, sa_type=BigInteger)
    """The time of the last mail or duty that others had to wait for."""
    version: int = 0
    """The number of such mails and duties: what was found out before may not hold any more."""
    forgotten_until: int = Field(default=0, sa_type=BigInteger)
    """Of mails that came until then nobody knows any more whether they were dealt with."""
    state: str = ""
    """`catching up` while the ledger is older than its mailbox, `held` until the host has looked: nothing is
    sent then."""
    since: int = Field(default=0, sa_type=BigInteger)
    """The time at which that began, by the clock on the wall."""
    sent_until: int = Field(default=0, sa_type=BigInteger)
    """The time of the newest mail that is known to have been dealt with before the ledger was put back."""
    missing: str = "[]"
    """The things that could not be made again from the mailbox."""


class Bounce(Row, table=True):
    """A mail of ours that came back."""

    __table_args__ = (Index(None, "player_id", "at"), NEVER_AGAIN)

    id: int = Field(default=None, primary_key=True)
    outbox_id: int = Field(foreign_key="outbox.id", ondelete="CASCADE", index=True)
    player_id: int | None = Field(default=None, foreign_key="player.id")
    at: int = Field(sa_type=BigInteger)
    hard: bool

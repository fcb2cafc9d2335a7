"""Players, the addresses that their mail goes to, and the keys and codes that prove that it is them."""

from __future__ import annotations

from sqlalchemy import BigInteger, CheckConstraint, Index, false, text
from sqlmodel import Field

from server.ledger.models.row import NEVER_AGAIN, Row, one_of


class Player(Row, table=True):
    """A person. Forgotten players keep their handle, because the games they played in stay verifiable.

    A guest is known only from imported games: as `anna@pit.example.org`, without an address or a way in.
    """

    __table_args__ = (
        one_of("auth", "key", "mailbox"),
        one_of("style", "html", "text", "ascii", "spoken"),
        one_of("mails", "every", "mine", "daily", "none"),
        one_of("state", "active", "forgotten", "guest"),
        CheckConstraint("seed IS NULL OR auth = 'mailbox'", name="seed"),
        NEVER_AGAIN,
    )

    id: int = Field(default=None, primary_key=True)
    handle: str = Field(unique=True)
    folded: str = Field(unique=True)
    """The handle with look-alikes made equal."""
    name: str
    auth: str
    language: str = "en"
    zone: str = "UTC"
    style: str = "text"
    """The style of mails: html, text, ascii or spoken."""
    mails: str = "every"
    """The mails about games that are wanted: of every turn, of mine, one of the day (daily), or none."""
    checkpoint: bool = True
    """Whether mails end with the signed checkpoint of the log."""
    position: bool = True
    """Whether mails carry the position for a program."""
    digest_at: int | None = Field(default=None, sa_type=BigInteger)
    """The time at which the last mail of the day was written."""
    reminded_at: int = Field(default=0, sa_type=BigInteger, sa_column_kwargs={"server_default": "0"})
    """The time at which the last mail was written that reminds of turns."""
    forced: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    """Whether a move that is the only one is made at once."""
    state: str = "active"
    seed: bytes | None = None
    """The private key that the server holds for a mailbox player."""
    unreachable_since: int | None = Field(default=None, sa_type=BigInteger)
    bounced_at: int | None = Field(default=None, sa_type=BigInteger, index=True)
    """Since when the player's clocks stand, because mail to all their addresses comes back."""
    epoch: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    """The number of times that the player's addresses or key have changed: codes of before are good for
    nothing."""
    frozen_until: int | None = Field(default=None, sa_type=BigInteger)
    """Until when addresses and keys are not changed by mail, because somebody has stopped that."""
    stopped_recovery: str | None = None
    """The recovery that was stopped: it never comes into force."""
    created_at: int = Field(sa_type=BigInteger)


class Address(Row, table=True):
    """A mail address of a player, casefolded, so that it is one address however it is written."""

    __table_args__ = (
        CheckConstraint("address = lower(address)", name="folded"),
        Index(
            "uq_address_main",
            "player_id",
            unique=True,
            sqlite_where=text("main"),
            postgresql_where=text("main"),
        ),
        NEVER_AGAIN,
    )

    id: int = Field(default=None, primary_key=True)
    player_id: int = Field(foreign_key="player.id", index=True)
    address: str = Field(unique=True)
    main: bool = False
    """Mail goes to this one: at most one of each player's."""
    confirmed_at: int | None = Field(default=None, sa_type=BigInteger)
    main_at: int | None = Field(default=None, sa_type=BigInteger)
    """The time at which it becomes the one that mail goes to."""
    drop_at: int | None = Field(default=None, sa_type=BigInteger)
    """The time at which it is dropped."""
    created_at: int = Field(sa_type=BigInteger)


class Absence(Row, table=True):
    """Days on which a player said to be away, both included, by the dates where they live."""

    __table_args__ = (NEVER_AGAIN,)

    id: int = Field(default=None, primary_key=True)
    player_id: int = Field(foreign_key="player.id", index=True)
    first: str
    last: str
    begins: int = Field(sa_type=BigInteger)
    """The moments at which they begin …"""
    ends: int = Field(sa_type=BigInteger)
    """… and end, as the logs tell them."""


class Former(Row, table=True):
    """An address that was a player's until lately. It still hears of changes, and is nobody else's yet."""

    __table_args__ = (CheckConstraint("address = lower(address)", name="folded"), NEVER_AGAIN)

    id: int = Field(default=None, primary_key=True)
    player_id: int = Field(foreign_key="player.id", index=True)
    address: str = Field(unique=True)
    dropped_at: int = Field(sa_type=BigInteger, index=True)


class KeyLetter(Row, table=True):
    """An entry of the server-wide key log, from which the keyring is rebuilt. Append-only.

    Written by `append_keyletter`, which numbers the entries 1, 2, 3, … in the order of their commits.
    """

    id: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    at: int = Field(sa_type=BigInteger)
    raw: bytes | None = None
    facts: str = "{}"


class Code(Row, table=True):
    """A one-time code that was mailed to somebody. Only its hash is kept."""

    __table_args__ = (one_of("purpose", "turn", "confirm", "reply"),)

    hash: str = Field(primary_key=True)
    purpose: str
    player_id: int | None = Field(default=None, foreign_key="player.id", index=True)
    address: str = ""
    game_id: str | None = Field(default=None, foreign_key="game.id", index=True)
    ply: int | None = None
    what: str = "{}"
    """The request that waits for the code."""
    epoch: int | None = None
    """The player's when it was made, if the code ends with it."""
    expires_at: int = Field(sa_type=BigInteger, index=True)
    used_at: int | None = Field(default=None, sa_type=BigInteger)

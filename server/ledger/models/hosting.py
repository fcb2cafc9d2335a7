"""The host's words and acts, which no mail tells."""

from __future__ import annotations

from sqlalchemy import BigInteger
from sqlmodel import Field

from server.ledger.models.row import NEVER_AGAIN, Row, one_of


class Blocked(Row, table=True):
    """A sender whose mail is not dealt with: an address, all of a domain (`@example.org`), or a player by
    handle."""

    what: str = Field(primary_key=True)
    reason: str = ""
    at: int = Field(sa_type=BigInteger)


class HostAct(Row, table=True):
    """An act of the host on a game at a moment. It is done in the order of all that came until then."""

    __table_args__ = (one_of("act", "pause", "resume"), NEVER_AGAIN)

    id: int = Field(default=None, primary_key=True)
    at: int = Field(sa_type=BigInteger)
    act: str
    game_id: str = Field(foreign_key="game.id", index=True)
    reason: str = ""
    done: bool = Field(default=False, index=True)


class Outage(Row, table=True):
    """A time in which mail could not be fetched or sent. Clocks stand still in it."""

    __table_args__ = (one_of("why", "fetch", "send"), NEVER_AGAIN)

    id: int = Field(default=None, primary_key=True)
    why: str
    begins: int = Field(sa_type=BigInteger)
    ends: int | None = Field(default=None, sa_type=BigInteger)
    """Nothing while it lasts."""
    begun: bool = False
    """Whether all logs tell of its beginning …"""
    over: bool = Field(default=False, index=True)
    """… and of its end."""


class Backup(Row, table=True):
    """The newest backup that was made: what lies in a mailbox beyond it would be needed after a restore."""

    at: int = Field(primary_key=True, sa_type=BigInteger)
    read: str = "{}"
    """The last mail read of each account: `{"account": [uidvalidity, last_uid]}`."""

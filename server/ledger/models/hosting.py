"""The host's words and acts, and all else that no mail from outside tells."""

from __future__ import annotations

from sqlalchemy import BigInteger
from sqlmodel import Field

from server.ledger.models.row import NEVER_AGAIN, Row


class Blocked(Row, table=True):
    """A sender whose mail is not dealt with: an address, all of a domain (`@example.org`), or a player by
    handle."""

    what: str = Field(primary_key=True)
    reason: str = ""
    at: int = Field(sa_type=BigInteger)


class Memo(Row, table=True):
    """Something that happens at a moment and that no mail from outside tells: an act of the host, the begin
    or the end of an outage. It is done in the order of all that came until then, and the server puts it into
    its own mailbox, so that it is read again after a loss."""

    __table_args__ = (NEVER_AGAIN,)

    id: int = Field(default=None, primary_key=True)
    name: str = Field(unique=True)
    """Follows from all that it says: the same memo is never there twice."""
    at: int = Field(sa_type=BigInteger)
    act: str
    about: str
    """The game, the player, the address, or what can't be done in an outage."""
    more: str = "{}"
    """The rest of it, such as a reason."""
    done: bool = Field(default=False, index=True)
    kept: bool = Field(default=False, index=True)
    """Whether it lies in the mailbox."""


class Backup(Row, table=True):
    """The newest backup that was made: what lies in a mailbox beyond it would be needed after a restore."""

    at: int = Field(primary_key=True, sa_type=BigInteger)
    read: str = "{}"
    """The last mail read of each account: `{"account": [uidvalidity, last_uid]}`."""

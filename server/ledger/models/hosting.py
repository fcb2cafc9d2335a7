"""What the host has said and done, which no mail tells."""

from __future__ import annotations

from sqlalchemy import BigInteger
from sqlmodel import Field

from server.ledger.models.row import Row


class Blocked(Row, table=True):
    """Whose mail is not dealt with: an address, all of a domain (`@example.org`), or a player by handle."""

    what: str = Field(primary_key=True)
    reason: str = ""
    at: int = Field(sa_type=BigInteger)


class Backup(Row, table=True):
    """The newest backup that was made: what lies in a mailbox beyond it would be needed after a restore."""

    at: int = Field(primary_key=True, sa_type=BigInteger)
    read: str = "{}"
    """How far each account had been read: `{"account": [uidvalidity, last_uid]}`."""

"""Rows that say how much of each budget was spent."""

from __future__ import annotations

from sqlalchemy import BigInteger
from sqlmodel import Field

from server.ledger.models.row import Row


class Answered(Row, table=True):
    """An address whose unauthenticated mail was answered: when last, and how often."""

    address: str = Field(primary_key=True)
    at: int = Field(sa_type=BigInteger, index=True)
    count: int = 1


class Tally(Row, table=True):
    """The number of times that something happened since its window began."""

    name: str = Field(primary_key=True)
    window_start: int = Field(sa_type=BigInteger)
    count: int = 1

"""Ratings: the results of ended games for those who played them."""

from __future__ import annotations

from sqlalchemy import BigInteger
from sqlmodel import Field

from server.ledger.models.row import Row


class Rated(Row, table=True):
    """A rated game that has ended. All of it follows from the game's log and is kept for the table."""

    game_id: str = Field(primary_key=True, foreign_key="game.id")
    ended_at: int = Field(sa_type=BigInteger, index=True)
    seats: str
    """The result for each who began it, as JSON."""

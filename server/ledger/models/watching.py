"""Watching: the public games that players follow without sitting in them."""

from __future__ import annotations

from sqlalchemy import BigInteger
from sqlmodel import Field

from server.ledger.models.row import Row, one_of


class Watch(Row, table=True):
    """A game that somebody follows by mail."""

    __table_args__ = (one_of("how", "turns", "daily", "results"),)

    player_id: int = Field(primary_key=True, foreign_key="player.id")
    game_id: str = Field(primary_key=True, foreign_key="game.id", index=True)
    how: str = "turns"
    """The mails that are wanted: of every turn, one of the day, or only of the result."""
    told: int = 0
    """The entries of the game's log that they have heard of."""
    at: int = Field(sa_type=BigInteger)
    """The time at which they began, or of the last mail of the day."""

"""Press: the words of players to each other, and the players whom they do not want to hear."""

from __future__ import annotations

from sqlalchemy import BigInteger
from sqlmodel import Field

from server.ledger.models.row import Row


class Press(Row, table=True):
    """Something that somebody said at a table. What was only offered to be sent is kept beside it."""

    id: int | None = Field(default=None, primary_key=True)
    game_id: str = Field(foreign_key="game.id", index=True)
    player_id: int = Field(foreign_key="player.id", index=True)
    to_id: int | None = Field(default=None, foreign_key="player.id")
    """The one player whom alone it is for."""
    text: str
    sent: bool = True
    """False for what was written beside a move, until its writer says that the table is to hear it."""
    at: int = Field(sa_type=BigInteger)


class Muted(Row, table=True):
    """Somebody who does not want to hear somebody else's press."""

    player_id: int = Field(primary_key=True, foreign_key="player.id")
    other_id: int = Field(primary_key=True, foreign_key="player.id", index=True)

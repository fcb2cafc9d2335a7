"""Notes: what players write down for themselves in a game."""

from __future__ import annotations

from sqlalchemy import BigInteger
from sqlmodel import Field

from server.ledger.models.row import Row


class Note(Row, table=True):
    """Something that somebody wrote down for themselves."""

    id: int | None = Field(default=None, primary_key=True)
    game_id: str = Field(foreign_key="game.id", index=True)
    player_id: int = Field(foreign_key="player.id", index=True)
    ply: int
    """The ply at which the game was."""
    text: str
    published: bool = False
    """Whether its writer has shown it to the table, after the end of the game."""
    at: int = Field(sa_type=BigInteger)

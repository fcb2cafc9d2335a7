"""Leagues: who has signed up, and the games of their rounds."""

from __future__ import annotations

from sqlalchemy import BigInteger, false
from sqlmodel import Field

from server.ledger.models.row import NEVER_AGAIN, Row, one_of


class League(Row, table=True):
    """A league or tournament, from the first sign-up to the final table."""

    __table_args__ = (
        one_of("kind", "robin", "swiss"),
        one_of("state", "open", "running", "over"),
        NEVER_AGAIN,
    )

    id: int = Field(default=None, primary_key=True)
    name: str = Field(unique=True)
    host_id: int = Field(foreign_key="player.id", index=True)
    kind: str
    rounds: int
    """The number of rounds; of a round robin it is known when it begins."""
    places: int
    seats: int
    """The number of players at one table."""
    pace: str
    state: str = "open"
    round: int = 0
    """The round under way, from 1 on."""
    at: int | None = Field(default=None, sa_type=BigInteger)
    """The time at which the last place was taken, or the round began."""
    field: str = "[]"
    """The handles of all who were in it when it began, as JSON."""
    byes: str = "{}"
    """Those who sit out, by round, as JSON."""
    created_at: int = Field(sa_type=BigInteger)


class Entrant(Row, table=True):
    """Somebody who has signed up for a league."""

    __table_args__ = (NEVER_AGAIN,)

    id: int = Field(default=None, primary_key=True)
    league_id: int = Field(foreign_key="league.id", index=True)
    player_id: int = Field(foreign_key="player.id", index=True)
    out: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    """Whether they play no further rounds."""


class LeagueTable(Row, table=True):
    """A game of a round of a league."""

    game_id: str = Field(primary_key=True, foreign_key="game.id")
    league_id: int = Field(foreign_key="league.id", index=True)
    round: int
    ended_at: int | None = Field(default=None, sa_type=BigInteger)
    seats: str = "[]"
    """The result, as JSON, once it has ended."""

"""The games: their logs, which are the truth, and beside them what lists and locks need."""

from __future__ import annotations

from sqlalchemy import BigInteger, CheckConstraint, Index, UniqueConstraint, false
from sqlmodel import Field

from server.ledger.models.row import Row, one_of


class Game(Row, table=True):
    """A game. All but the seed and the invitations follows from its log and is kept for lists."""

    __table_args__ = (
        one_of("state", "open", "running", "over", "abandoned"),
        CheckConstraint("ply >= 0 AND entries >= 0", name="counts"),
        Index(None, "state", "moved_at"),
    )

    id: str = Field(primary_key=True)
    state: str = "open"
    options: str = "{}"
    host_id: int | None = Field(default=None, foreign_key="player.id", index=True)
    """The player who opened it; nobody here, if it was played elsewhere."""
    seed: bytes
    invited: str = "[]"
    turn_seat: int | None = None
    ply: int = 0
    entries: int = 0
    """The length of the log."""
    position: str | None = None
    """The digest of the position that the log leads to; nothing, if an older version wrote it."""
    created_at: int = Field(sa_type=BigInteger)
    moved_at: int = Field(sa_type=BigInteger)
    full_at: int | None = Field(default=None, sa_type=BigInteger, index=True)
    """Since when a full table waits for shares of the shuffle."""
    pace: str | None = None
    """The terms of its clock, in full; nothing if it has none."""
    due_at: int | None = Field(default=None, sa_type=BigInteger, index=True)
    """The time at which the time of whoever is on turn is up, if that is known."""
    remind_at: int | None = Field(default=None, sa_type=BigInteger, index=True)
    """The time at which whoever is on turn is reminded next."""
    nudged_ply: int | None = None
    """The ply at which somebody has nudged whoever was on turn."""
    vote_due: int | None = Field(default=None, sa_type=BigInteger, index=True)
    """The time at which a vote is over, if there is one."""
    in_outage: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    """Whether its clock stands, because the server could not fetch or send."""


class Seat(Row, table=True):
    """A chair in a game. Its number is the order of joining, as the log has it.

    The log holds only a commitment to the name under which its player began. Name and salt are kept here,
    until they are forgotten.
    """

    __table_args__ = (
        one_of("auth", "key", "mailbox", "bot"),
        CheckConstraint("number >= 0", name="number"),
        CheckConstraint("(name IS NULL) = (salt IS NULL)", name="name"),
        UniqueConstraint("game_id", "player_id"),
    )

    game_id: str = Field(primary_key=True, foreign_key="game.id")
    number: int = Field(primary_key=True)
    player_id: int | None = Field(default=None, foreign_key="player.id", index=True)
    name: str | None = None
    salt: bytes | None = None
    auth: str
    left_at: int | None = Field(default=None, sa_type=BigInteger)
    lent_by: str | None = None
    """The owner of the seat, by the handle, if its player only has it for some time …"""
    lent_until: int | None = Field(default=None, sa_type=BigInteger, index=True)
    """… and until when."""
    offer: str | None = None
    """To whom its player offers it, as JSON."""
    ahead: str | None = None
    """The sealed list for the draft, until the game starts and its log holds it."""


class Entry(Row, table=True):
    """An entry of a game's log. Append-only."""

    __table_args__ = (CheckConstraint("seq >= 0", name="seq"),)

    game_id: str = Field(primary_key=True, foreign_key="game.id")
    seq: int = Field(primary_key=True)
    kind: str
    at: int = Field(sa_type=BigInteger)
    facts: str
    letters: str = "[]"
    leaf: str


class Taken(Row, table=True):
    """A letter that was accepted, by its id: none counts twice. Append-only."""

    letter_id: str = Field(primary_key=True)
    game_id: str | None = Field(default=None, foreign_key="game.id", index=True)
    seq: int | None = None
    at: int = Field(sa_type=BigInteger)


class Burnt(Row, table=True):
    """A letter that was refused, by its id: it is never taken later, whoever sends it again.

    It stays as long as the key that sealed it could be in force.
    """

    letter_id: str = Field(primary_key=True)
    player_id: int = Field(foreign_key="player.id", index=True)
    code: str
    """The code of the refusal."""
    at: int = Field(sa_type=BigInteger)


class Imported(Row, table=True):
    """A finished game that came from an archive, of another server or of this one before."""

    game_id: str = Field(primary_key=True, foreign_key="game.id")
    server: str = Field(index=True)
    server_key: str
    """The key that its log stands on: all games that are said to be of one server must stand on one key."""
    checkpoints: str
    """The notes in its archive, which only that server can sign."""
    at: int = Field(sa_type=BigInteger)

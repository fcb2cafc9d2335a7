"""The table of ratings as it is at the time of a mail.

It is folded from all rated games. Whoever deals with mails keeps it at hand up to the last mail that asked:
nothing that ends before that mail comes later, and what ends at the same moment is added each time.
"""

from __future__ import annotations

from copy import deepcopy
from threading import Lock
from typing import Final
from weakref import WeakKeyDictionary

from sqlalchemy import Engine
from sqlmodel import Session, col, func, select

from engine.ratings.rating_table import RatingTable, Record
from server.ledger import models as rows
from server.ratings.keeping import kept_games, named
from server.visit.visit import Visit


class _AtHand:
    """The table of all games that ended before a moment."""

    def __init__(self) -> None:
        self.table = RatingTable()
        self.until = 0
        self.games = 0


_TABLES: Final[WeakKeyDictionary[Engine, _AtHand]] = WeakKeyDictionary()
_LOCK: Final = Lock()


def table_at(visit: Visit) -> RatingTable:
    """The table, with all that has ended up to the mail in hand."""
    engine = visit.session.get_bind()
    assert isinstance(engine, Engine)
    with _LOCK:
        kept = _TABLES.get(engine)
        if kept is None or kept.until > visit.now or kept.games != _count(visit.session, kept.until):
            kept = _TABLES[engine] = _AtHand()
        games = kept_games(visit.session, kept.until)
        settled = [game for game in games if game.ended_at < visit.now]
        kept.table.add_all(settled)
        kept.until, kept.games = visit.now, kept.games + len(settled)
        table = deepcopy(kept.table)
    return table.add_all(games[len(settled) :])


def table_of(session: Session) -> RatingTable:
    """The table of all games that a ledger knows."""
    return RatingTable().add_all(kept_games(session))


def ranked(session: Session, table: RatingTable) -> list[Record]:
    """Everybody in the table, the best first."""
    return table.ranked(named(session))


def _count(session: Session, before: int) -> int:
    ended = select(func.count()).select_from(rows.Rated).where(col(rows.Rated.ended_at) < before)
    return session.exec(ended).one()

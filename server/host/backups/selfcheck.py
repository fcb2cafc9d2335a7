"""The ledger's self-check: every game's log is whole, unchanged, and leads to the game beside it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from sqlmodel import Session, col, func, select

from engine.errors import BadRecord, Refused
from engine.record.archive.verify import verify
from engine.record.letters.key import PrivateKey
from engine.record.log.log import FIRST_PREV, read_entries
from engine.rules.position import position_digest
from server.games.archives import write_archive
from server.ledger import models as rows
from server.visit.shelf import read_book


class DamagedGame(NamedTuple):
    """A game whose log is not as it should be, and why."""

    game: str
    why: str


Watch = Callable[[Iterable[rows.Game], int], Iterable[rows.Game]]
"""Hands games on, of which there are so many, and shows somebody how far it is."""


def unwatched(games: Iterable[rows.Game], _length: int) -> Iterable[rows.Game]:
    """For whoever need not be shown anything."""
    return games


def find_faults(
    session: Session, key: PrivateKey | None = None, watch: Watch = unwatched
) -> Iterator[DamagedGame]:
    """Check every game. With the server's key every archive is made and verified too, each signature."""
    games = session.exec(select(rows.Game).order_by(col(rows.Game.id)).execution_options(yield_per=100))
    yield from _faults_of(session, watch(games, count_games(session)), key)


def find_faults_quickly(session: Session, most: int) -> Iterator[DamagedGame]:
    """Count the entries of every game, and check those whole in which somebody moved last."""
    log = select(rows.Entry.game_id, func.count().label("found"), func.max(rows.Entry.seq).label("last"))
    counted = log.group_by(rows.Entry.game_id).subquery()
    wrong = (
        select(rows.Game.id, rows.Game.entries, func.coalesce(counted.c.found, 0))
        .outerjoin(counted, counted.c.game_id == rows.Game.id)
        .where(
            (func.coalesce(counted.c.found, 0) != rows.Game.entries)
            | (func.coalesce(counted.c.last, -1) != rows.Game.entries - 1)
        )
    )
    for game, entries, found in session.exec(wrong):
        yield DamagedGame(game, f"its log has {found} entries, not {entries}, or a gap")
    newest = select(rows.Game).order_by(col(rows.Game.moved_at).desc(), col(rows.Game.id)).limit(most)
    yield from _faults_of(session, session.exec(newest).all(), None)


def _faults_of(session: Session, games: Iterable[rows.Game], key: PrivateKey | None) -> Iterator[DamagedGame]:
    for game in games:
        try:
            check_chain(session, game)
            check_state(session, game)
            if key is not None and game.state != "open":
                check_archive(session, game, key)
        except Refused as error:
            yield DamagedGame(game.id, str(error))
        except (ValueError, KeyError, TypeError, IndexError) as error:
            yield DamagedGame(game.id, f"its log can't be read ({type(error).__name__})")


def count_games(session: Session) -> int:
    return session.exec(select(func.count()).select_from(rows.Game)).one()


def check_chain(session: Session, game: rows.Game) -> None:
    """Every entry is what its hash says, and follows the one before it."""
    found = session.exec(
        select(rows.Entry).where(rows.Entry.game_id == game.id).order_by(col(rows.Entry.seq))
    ).all()
    items = [{"entry": json.loads(row.facts), "letters": json.loads(row.letters)} for row in found]
    prev = FIRST_PREV
    for row, entry in zip(found, read_entries(items), strict=True):
        beside = (row.seq, row.kind, row.at, row.leaf)
        if entry.facts["prev"] != prev or beside != (entry.seq, entry.kind, entry.at, entry.leaf.hex()):
            raise BadRecord("log/changed", "entry {entry}: it was changed in the ledger", entry=row.seq)
        prev = row.leaf
    if len(found) != game.entries:
        raise BadRecord(
            "log/size",
            "its log has {found} entries, not {entries}",
            found=len(found),
            entries=game.entries,
        )


def check_state(session: Session, game: rows.Game) -> None:
    """The log can be replayed, and leads to what the lists say of the game."""
    book = read_book(session, game)
    closed = game.state in ("over", "abandoned")
    ply = book.game.ply if book.course is not None else 0
    if (book.closed, ply) != (closed, game.ply):
        raise BadRecord(
            "log/state",
            "its log leads to move {ply}, but the lists say move {said}, {state}",
            ply=ply,
            said=game.ply,
            state=game.state,
        )
    if game.position and book.course and game.position != position_digest(book.course.game):
        raise BadRecord(
            "log/position",
            "its log leads to another position than the version that wrote it came to, at move {ply}",
            ply=ply,
        )


def check_archive(session: Session, game: rows.Game, key: PrivateKey) -> None:
    """The archive that players would get proves itself."""
    data = write_archive(session, game, read_book(session, game), key)
    verify(data, None if session.get(rows.Imported, game.id) else key.public)

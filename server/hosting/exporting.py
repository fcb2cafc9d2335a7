"""Archives of games as files. A game that still runs is told only as anyone may see it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from sqlmodel import Session, col, select

from engine.errors import Refused
from engine.record import archive
from engine.record.keys import PrivateKey
from server.hosting.files import write_whole
from server.ledger.models import Game
from server.shelf import read_book


class NoArchive(Refused):
    """A game that has no archive, or a place where none can be written."""


def find_games(session: Session, ids: list[str]) -> list[Game]:
    """These games; with no id, all that have begun."""
    if not ids:
        begun = col(Game.state).in_(("running", "over", "abandoned"))
        return list(session.exec(select(Game).where(begun).order_by(col(Game.id))).all())
    return [_find(session, game_id) for game_id in ids]


def _find(session: Session, game_id: str) -> Game:
    game = session.get(Game, game_id.casefold())
    if game is None:
        raise NoArchive("game/unknown", "there is no game {game}", game=game_id)
    return game


def archive_bytes(session: Session, game: Game, key: PrivateKey) -> bytes | None:
    """A game's archive; None if it never started, so that there is nothing to tell."""
    book = read_book(session, game)
    if book.course is None:
        return None
    return archive.write(archive.finished(book, key) if book.closed else archive.running(book, key))


def export(session: Session, games: list[Game], key: PrivateKey, folder: Path) -> Iterator[Path]:
    """Write each game's archive into the folder, replacing an older one."""
    folder.mkdir(parents=True, exist_ok=True)
    for game in games:
        data = archive_bytes(session, game, key)
        if data is None:
            continue
        path = folder / f"grubenpost-{game.id}.json"
        write_whole(path, data)
        yield path

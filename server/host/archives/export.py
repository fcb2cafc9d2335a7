"""Games as files, one after the other: however many there are, only one is in memory.

Files of a game that is over never change. So an export that was stopped goes on where it was: what is there
is left alone. A file is written under another name first, and so is there whole or not at all. A game that
still runs has only an archive, of what is public, and that is written anew every time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final

from sqlalchemy import Select
from sqlmodel import Session, col, func, select

from engine.errors import Refused
from engine.library.forms import find_form, make_form
from engine.record.letters.key import PrivateKey
from engine.wire.mails import archive_file
from server.games.archives import write_archive
from server.host.files import write_whole
from server.ledger import models as rows
from server.ledger.store import Ledger
from server.visit.shelf import read_book

PAGE: Final = 500
AT_ONCE: Final = 20
"""Games that are read in one transaction."""
CLOSED: Final = ("over", "abandoned")
BEGUN: Final = ("running", *CLOSED)
ARCHIVE: Final = "json"
_CLOSING: Final = b'"kind":"close"'
"""Bytes that stand in the archive of a closed game, and in no other."""


class NoArchive(Refused):
    """A game that has no archive, or a place where none can be written."""


@dataclass(frozen=True)
class ChosenGames:
    """The games to export: those that are named, else a player's, else all that have begun."""

    games: tuple[str, ...] = ()
    player: str = ""

    def count(self, ledger: Ledger) -> int:
        """The number of games, as far as it can be said before."""
        if self.games:
            return len(self.games)
        with ledger.reading() as session:
            return session.scalar(select(func.count()).select_from(self._chosen(session).subquery())) or 0

    def ids(self, ledger: Ledger) -> Iterator[str]:
        """The ids in their order, read a page at a time."""
        if self.games:
            yield from (_existing(ledger, game_id) for game_id in self.games)
            return
        last, page = "", [""]
        while page:
            with ledger.reading() as session:
                chosen = self._chosen(session).where(col(rows.Game.id) > last)
                page = list(session.scalars(chosen.order_by(col(rows.Game.id)).limit(PAGE)))
            yield from page
            last = page[-1] if page else last

    def _chosen(self, session: Session) -> Select[tuple[str]]:
        chosen: Select[tuple[str]] = select(rows.Game.id).where(col(rows.Game.state).in_(BEGUN))  # type: ignore[assignment]
        if self.player:
            own = _find_player(session, self.player)
            chosen = chosen.where(
                col(rows.Game.id).in_(select(rows.Seat.game_id).where(rows.Seat.player_id == own.id))
            )
        return chosen


def _existing(ledger: Ledger, game_id: str) -> str:
    with ledger.reading() as session:
        for known in (game_id, game_id.casefold()):
            if session.get(rows.Game, known) is not None:
                return known
    raise NoArchive("game/unknown", "there is no game {game}", game=game_id)


def _find_player(session: Session, handle: str) -> rows.Player:
    found = session.exec(
        select(rows.Player).where(func.lower(rows.Player.handle) == handle.casefold())
    ).first()
    if found is None:
        raise NoArchive("player/unknown", "there is no player {handle}", handle=handle)
    return found


@dataclass(frozen=True)
class Exporter:
    """Writes games into a folder, in one or more forms."""

    ledger: Ledger
    key: PrivateKey
    folder: Path
    forms: tuple[str, ...] = (ARCHIVE,)
    language: str = "en"
    again: bool = False
    """Whether to write anew what is there already."""

    def export(self, ids: Iterator[str]) -> Iterator[list[Path]]:
        """Game after game: the files that were written for it, none if all were there."""
        for form in self.forms:
            find_form(form)
        while some := list(islice(ids, AT_ONCE)):
            with self.ledger.reading() as session:
                for game_id in some:
                    yield self._write(session, game_id)

    def _write(self, session: Session, game_id: str) -> list[Path]:
        """Write what is missing of a game."""
        game = session.get(rows.Game, game_id)
        wanted = self._missing(game) if game else []
        if not game or not wanted:
            return []
        book = read_book(session, game)
        if book.course is None:  # a game that was left before it began
            return []
        data = write_archive(session, game, book, self.key)
        self.folder.mkdir(parents=True, exist_ok=True)
        written = []
        for form in wanted:
            for ending, content in make_form(form, data, called=game_id, language=self.language).items():
                write_whole(self._path(game_id, ending), content)
                written.append(self._path(game_id, ending))
        return written

    def _missing(self, game: rows.Game) -> Sequence[str]:
        if game.state not in CLOSED:
            return [ARCHIVE] if ARCHIVE in self.forms and game.state in BEGUN else []
        return [form for form in self.forms if self.again or not self._is_there(game.id, form)]

    def _is_there(self, game_id: str, form: str) -> bool:
        paths = [self._path(game_id, ending) for ending in find_form(form).endings]
        if not all(path.exists() for path in paths):
            return False
        # The archive of a game that ran when it was exported is not the whole one.
        return form != ARCHIVE or _CLOSING in paths[0].read_bytes()

    def _path(self, game_id: str, ending: str) -> Path:
        return self.folder / archive_file(game_id, ending)

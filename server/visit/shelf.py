"""The shelf: games as books, rebuilt from the ledger, the recent ones kept at hand.

The ledger is the truth. A book is off the shelf while somebody writes in it, and comes back only when what
was written is committed; what others wrote in the meantime is read in from the ledger.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from threading import Lock
from typing import Final

from sqlalchemy import bindparam
from sqlmodel import Session, col, select

from engine.errors import Refused
from engine.record.game import shuffle
from engine.record.game.book import Book
from engine.record.game.opening import NO_CLOCK, NO_WINDOW, Opening
from engine.record.game.recall import recall, recall_book
from engine.record.letters.key import PublicKey
from engine.record.log.log import Entry, Letters
from engine.record.names.display_name import Name, Names
from server.ledger import models as rows
from server.ledger.statements import run, table_of

KEPT: Final = 128
# Made once, because they are asked at every move.
_ENTRIES: Final = (
    select(rows.Entry.facts, rows.Entry.letters, rows.Entry.leaf)
    .where(rows.Entry.game_id == bindparam("game"), col(rows.Entry.seq) >= bindparam("since"))
    .order_by(col(rows.Entry.seq))
)
_NAMES: Final = (
    select(rows.Seat.name, rows.Seat.salt)
    .where(rows.Seat.game_id == bindparam("game"))
    .order_by(col(rows.Seat.number))
)
_APPEND: Final = table_of(rows.Entry).insert()


class DamagedLog(Exception):
    """The ledger's log of a game can't be read again. No player is to blame for that: the host must know."""


class Shelf:
    """Recent books by their game's id. Safe to share between threads: a book is lent to one at a time."""

    def __init__(self, kept: int = KEPT) -> None:
        self._kept = kept
        self._books: OrderedDict[str, Book] = OrderedDict()
        self._lock = Lock()

    def take(self, session: Session, game: rows.Game) -> Book:
        """The book of a game, off the shelf: whoever takes it puts it back when all is well."""
        with self._lock:
            book = self._books.pop(game.id, None)
        try:
            if book is None or len(book.log.entries) > game.entries:
                return read_book(session, game)
            if len(book.log.entries) < game.entries:
                recall(book, _entries(session, game, len(book.log.entries)), game.seed)
            introduce(session, book)  # somebody may be forgotten by now
        except Refused as error:
            raise DamagedLog(f"game {game.id}: {error}") from error
        return book

    def put(self, book: Book) -> None:
        """Back on the shelf, after its changes are committed."""
        with self._lock:
            self._books[book.opening.game] = book
            while len(self._books) > self._kept:
                self._books.popitem(last=False)


def read_book(session: Session, game: rows.Game) -> Book:
    """The book as the ledger has it."""
    book = recall_book(_entries(session, game), game.seed)
    introduce(session, book)
    return book


def introduce(session: Session, book: Book) -> None:
    """Tell the names in a game as the ledger has them now."""
    if book.course is not None:
        book.introduce(_names(session, book.opening.game))


def _names(session: Session, game_id: str) -> Names:
    found = run(session, _NAMES, {"game": game_id})
    return tuple(None if name is None or salt is None else Name(name, salt) for name, salt in found)


def _entries(session: Session, game: rows.Game, since: int = 0) -> list[Entry]:
    found = run(session, _ENTRIES, {"game": game.id, "since": since}).all()
    # Read as one text each: that is quicker than a hundred small ones.
    facts, letters = (json.loads(f"[{','.join(row[part] for row in found)}]") for part in (0, 1))
    leaves = (bytes.fromhex(leaf) for _, _, leaf in found)
    return [Entry(*each) for each in zip(facts, leaves, map(_held, letters), strict=True)]


def _held(texts: list[str | None]) -> Letters:
    return tuple(None if text is None else text.encode("ascii") for text in texts)


def write_entry(session: Session, game: rows.Game, entry: Entry) -> None:
    """Append an entry to the ledger's log of a game."""
    values = {
        "game_id": game.id,
        "seq": entry.seq,
        "kind": entry.kind,
        "at": entry.at,
        "facts": json.dumps(entry.facts, ensure_ascii=False, sort_keys=True, separators=(",", ":")),
        "letters": json.dumps([None if raw is None else raw.decode("ascii") for raw in entry.letters]),
        "leaf": entry.leaf.hex(),
    }
    run(session, _APPEND, values)
    game.entries = entry.seq + 1


def opening_of(game: str, server: str, key: PublicKey, options: dict[str, object], seed: bytes) -> Opening:
    """The opening that the first entry of a new game fixes."""
    return Opening(
        server=server,
        game=game,
        server_key=key,
        players=int(str(options["players"])),
        face_down=bool(options["face_down"]),
        auth=str(options["auth"]),
        commitment=shuffle.commit(game, seed),
        pace=str(options.get("pace", NO_CLOCK)),
        undo=int(str(options.get("undo", NO_WINDOW))),
    )

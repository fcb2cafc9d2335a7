"""The games that a mail touches: a small repository over the session, and the books that are open."""

from __future__ import annotations

import json
from typing import Final, NamedTuple

from sqlalchemy import bindparam
from sqlmodel import Session, col, select

from engine.record.game.book import Book
from engine.record.game.changes.undo import HELD
from engine.record.game.course import Course
from engine.record.log.log import Entry
from engine.rules import Game
from engine.rules.notation import shorten
from engine.rules.position import position_digest
from server.ledger import models as rows
from server.ledger.queues import lock_game
from server.visit.codes import read_id
from server.visit.refusal import BadCommand
from server.visit.shelf import Shelf, write_entry

ROOM: Final = 300_000
"""So many bytes each seat has in the log of a game, besides moves: of 4 MiB that an archive may have."""

# Made once, because they are asked at every move.
_SEATS: Final = (
    select(rows.Seat)
    .where(rows.Seat.game_id == bindparam("game"), col(rows.Seat.left_at).is_(None))
    .order_by(col(rows.Seat.number))
)
_AUDIENCE: Final = (
    select(rows.Seat.number, rows.Player, rows.Address.address)
    .join(rows.Player, col(rows.Player.id) == col(rows.Seat.player_id))
    .join(rows.Address, col(rows.Address.player_id) == col(rows.Player.id))
    .where(
        rows.Seat.game_id == bindparam("game"),
        col(rows.Seat.left_at).is_(None),
        rows.Player.state == "active",
        col(rows.Address.main).is_(True),
    )
    .order_by(col(rows.Seat.number))
)


class Recipient(NamedTuple):
    """Somebody in a game, and where their mail goes."""

    seat: int
    player: rows.Player
    address: str


class Games:
    """Games by their ids and by their players, each with its book."""

    def __init__(self, session: Session, shelf: Shelf) -> None:
        self._session = session
        self._shelf = shelf
        self.books: dict[str, Book] = {}
        """The books that were opened."""
        self.about: dict[str, None] = {}
        """The games that the mail speaks of, in order."""
        self._as_taken: dict[str, tuple[int, Course | None, Game | None]] = {}

    def find(self, game_id: str) -> rows.Game:
        """A game by its id, locked until the transaction ends. The mail speaks of it."""
        game = lock_game(self._session, read_id(game_id))
        if game is None:
            raise BadCommand("game/unknown", "there is no game `{game}` here", game=shorten(game_id))
        self.speak_of(game.id)
        return game

    def speak_of(self, game_id: str) -> None:
        """Note that the mail is about this game."""
        self.about[game_id] = None

    def of(self, player: rows.Player) -> list[rows.Game]:
        """A player's games, the oldest first; those that they left are not among them."""
        return list(
            self._session.exec(
                select(rows.Game)
                .join(rows.Seat, col(rows.Seat.game_id) == col(rows.Game.id))
                .where(rows.Seat.player_id == player.id, col(rows.Seat.left_at).is_(None))
                .order_by(col(rows.Game.created_at), col(rows.Game.id))
            ).all()
        )

    def to_move_in(self, player: rows.Player) -> list[rows.Game]:
        """The games in which it is this player's turn, the oldest first."""
        return list(
            self._session.exec(
                select(rows.Game)
                .join(rows.Seat, col(rows.Seat.game_id) == col(rows.Game.id))
                .where(
                    rows.Seat.player_id == player.id,
                    col(rows.Seat.left_at).is_(None),
                    rows.Seat.number == rows.Game.turn_seat,
                    rows.Game.state == "running",
                )
                .order_by(col(rows.Game.created_at), col(rows.Game.id))
            ).all()
        )

    def lock_of(self, player: rows.Player) -> tuple[list[rows.Game], list[rows.Game]]:
        """A player's running and open games, locked one after the other in their order."""
        alive = [game.id for game in self.of(player) if game.state in ("running", "open")]
        games = [game for game_id in alive if (game := lock_game(self._session, game_id))]
        return (
            [game for game in games if game.state == "running"],
            [game for game in games if game.state == "open"],
        )

    def seats(self, game: rows.Game) -> list[rows.Seat]:
        """A game's seats in order, without those that somebody has left."""
        return list(self._session.exec(_SEATS, params={"game": game.id}).all())

    def audience(self, game: rows.Game) -> list[Recipient]:
        """The readers of mail about a game, in the order of the seats."""
        return [Recipient(*row) for row in self._session.exec(_AUDIENCE, params={"game": game.id})]

    def book(self, game: rows.Game) -> Book:
        """The game's book, taken from the shelf once."""
        if game.id not in self.books:
            book = self.books[game.id] = self._shelf.take(self._session, game)
            self._as_taken[game.id] = _mark(book)
        return self.books[game.id]

    def open(self, book: Book) -> None:
        """A new game's book, which is on no shelf yet."""
        self.books[book.opening.game] = book

    def check_room(self, game: rows.Game, seat: int) -> None:
        """Refuse what a seat's player wants noted in the log of a running game, if that has no room for it.

        All of the log goes into the archive, which has a largest size. Moves find room in any case.
        """
        if sum(_size(entry) for entry in self.book(game).log.entries if _is_noted_for(entry, seat)) > ROOM:
            raise BadCommand(
                "game/no-room",
                "the log of the game {game} has room for nothing but moves of your seat any more: orders, "
                "clocks, absences or the seat itself were changed too often",
                game=game.id,
            )

    def write(self, game: rows.Game, entry: Entry) -> None:
        """Keep a new entry of a game's log, and the digest of where it leads."""
        write_entry(self._session, game, entry)
        if course := self.books[game.id].course:
            game.position = position_digest(course.game)

    def start_over(self) -> None:
        """Forget what was written, as the database has: a game that the mail itself had opened is gone."""
        self.books = {game: book for game, book in self.books.items() if self._is_untouched(game, book)}
        self.about = {game: None for game in self.about if self._session.get(rows.Game, game) is not None}

    def _is_untouched(self, game_id: str, book: Book) -> bool:
        """Whether a book is as it came from the shelf: what is written into it always shows in these."""
        was, now = self._as_taken.get(game_id), _mark(book)
        return was is not None and was[0] == now[0] and was[1] is now[1] and was[2] is now[2]


def _is_noted_for(entry: Entry, seat: int) -> bool:
    """Whether an entry notes something for a seat that is no move."""
    facts = entry.facts
    return entry.kind == "note" and facts.get("seat") == seat and facts["about"] != HELD


def _size(entry: Entry) -> int:
    return len(json.dumps(entry.facts)) + sum(len(letter) for letter in entry.letters if letter)


def _mark(book: Book) -> tuple[int, Course | None, Game | None]:
    """The length of a book, and the position in it."""
    return len(book.log.entries), book.course, book.course.game if book.course else None

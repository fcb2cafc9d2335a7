"""One mail at the desk: who sent it, with what authority, what was answered, and which books are open.

A visit happens in one transaction. What a command says goes into the transcript that the sender gets;
what it sends to others waits in the outbox until the transaction is done.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from sqlmodel import Session, col, select

from engine.record.book import Book
from engine.record.keyring import Keyring
from engine.record.log import Entry
from engine.rules.notation import shorten
from server.codes import Entropy, hash_code
from server.command import BadCommand
from server.draft import Draft
from server.ledger import models as rows
from server.ledger.queues import lock_game
from server.mail.codes import ENTROPY, write_code
from server.settings import Settings
from server.shelf import Shelf, write_entry

BY_SEAL: Final = "seal"
BY_CODE: Final = "code"
BY_DOMAIN: Final = "domain"
NOT_AT_ALL: Final = ""

NO_MAIL: Final = "none"
"""The mail style of somebody who wants to hear of games only when asking."""

DAY: Final = 24 * 3600


@dataclass
class Visit:
    """A mail being dealt with. `authority` says what stands behind it."""

    session: Session
    settings: Settings
    shelf: Shelf
    ring: Keyring
    """The keys in force on this server."""
    next_key: int
    """The place of the next key letter in the server's key log."""
    now: int
    entropy: Entropy
    name: str
    """The hash of the mail, from which all that it causes is named."""
    sender: str = ""
    player: rows.Player | None = None
    authority: str = NOT_AT_ALL
    gated: bool = False
    """Whether an answer to unauthenticated mail has been allowed."""
    code: rows.Code | None = None
    answers: str = ""
    """The Message-ID of the mail itself, which an answer refers to."""
    transcript: list[str] = field(default_factory=list)
    farewell: str = ""
    """Where the last answer to somebody goes whose addresses have just been erased."""
    drafts: list[Draft] = field(default_factory=list)
    attachments: list[tuple[str, bytes]] = field(default_factory=list)
    books: dict[str, Book] = field(default_factory=dict)

    def say(self, text: str) -> None:
        """Add to what the sender is told."""
        self.transcript.append(text)

    def start_over(self) -> None:
        """Forget what the visit has done so far; the database has forgotten it too."""
        self.books.clear()
        self.drafts.clear()
        self.attachments.clear()
        self.transcript.clear()

    def somebody(self) -> rows.Player:
        """The player whose visit it is."""
        if self.player is None:
            raise BadCommand("command/who", "this is for registered players: send `register` first")
        return self.player

    def find_game(self, game_id: str) -> rows.Game:
        """A game by its id, locked until the visit is over."""
        game = lock_game(self.session, game_id.casefold())
        if game is None:
            raise BadCommand("game/unknown", "there is no game `{game}` here", game=shorten(game_id))
        return game

    def named_game(self, text: str) -> tuple[rows.Game, str]:
        """The game that a command is about, and the rest of its text.

        It may be left out when the code in the mail is of a game, or when only one game can be meant.
        """
        word, _, rest = text.partition(" ")
        if word and lock_game(self.session, word.casefold()) is not None:
            return self.find_game(word), rest.strip()
        if self.code is not None and self.code.game_id:
            return self.find_game(self.code.game_id), text
        mine = self.running_games()
        if len(mine) == 1:
            return self.find_game(mine[0].id), text
        raise BadCommand(
            "game/which",
            "say which game: {games}",
            games=", ".join(game.id for game in mine) or "you are in no running game",
        )

    def running_games(self) -> list[rows.Game]:
        """The player's games that are under way."""
        return [game for game in self.my_games() if game.state == "running"]

    def my_games(self) -> list[rows.Game]:
        player = self.somebody()
        return list(
            self.session.exec(
                select(rows.Game)
                .join(rows.Seat, col(rows.Seat.game_id) == col(rows.Game.id))
                .where(rows.Seat.player_id == player.id, col(rows.Seat.left_at).is_(None))
                .order_by(col(rows.Game.created_at), col(rows.Game.id))
            ).all()
        )

    def book(self, game: rows.Game) -> Book:
        """The game's book, taken once a visit."""
        if game.id not in self.books:
            self.books[game.id] = self.shelf.take(self.session, game)
        return self.books[game.id]

    def write(self, game: rows.Game, entry: Entry) -> None:
        """Keep a new entry of a game's log."""
        write_entry(self.session, game, entry)

    def seat_of(self, game: rows.Game) -> int:
        """Where the player sits in a game."""
        player = self.somebody()
        for seat in self.seats(game):
            if seat.player_id == player.id:
                return seat.number
        raise BadCommand("game/not-in", "you are not in the game {game}", game=game.id)

    def seats(self, game: rows.Game) -> list[rows.Seat]:
        """A game's seats in order, without those who left before the start."""
        return list(
            self.session.exec(
                select(rows.Seat)
                .where(rows.Seat.game_id == game.id, col(rows.Seat.left_at).is_(None))
                .order_by(col(rows.Seat.number))
            ).all()
        )

    def player_of(self, seat: rows.Seat) -> rows.Player | None:
        return self.session.get(rows.Player, seat.player_id) if seat.player_id is not None else None

    def find_player(self, handle: str) -> rows.Player:
        found = self.session.exec(select(rows.Player).where(rows.Player.handle == handle)).first()
        if found is None or found.state != "active":
            raise BadCommand("player/unknown", "nobody here is called `{handle}`", handle=shorten(handle))
        return found

    def main_address(self, player: rows.Player) -> str | None:
        """Where mail to a player goes."""
        found = self.session.exec(
            select(rows.Address).where(
                rows.Address.player_id == player.id,
                col(rows.Address.main).is_(True),
                col(rows.Address.confirmed_at).is_not(None),
            )
        ).first()
        return found.address if found else None

    def make_code(
        self,
        purpose: str,
        player: rows.Player | None,
        address: str,
        what: str,
        valid: int,
        game: rows.Game | None = None,
    ) -> str:
        """A new one-time code, for the present ply if it is about a game; only its hash is kept."""
        code = write_code(self.entropy(ENTROPY))
        self.session.add(
            rows.Code(
                hash=hash_code(code),
                purpose=purpose,
                player_id=player.id if player else None,
                address=address,
                game_id=game.id if game else None,
                ply=game.ply if game else None,
                what=what,
                expires_at=self.now + valid,
            )
        )
        return code

    def find_code(self, codes: list[str]) -> rows.Code | None:
        """The first of these codes that is valid now."""
        for text in codes:
            found = self.session.get(rows.Code, hash_code(text))
            if found is not None and found.used_at is None and found.expires_at > self.now:
                return found
        return None


Deed = Callable[[], None]
"""Something that a mail asks for, ready to be done."""

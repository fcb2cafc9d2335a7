"""A club with games under way, and the letters of the moves that come next: what the server is measured with.

The players have keys of their own and the clock stands still, so a game's log is known before it is played,
and with it the head that each letter has to name: thinking and sealing is done before anything is measured.
"""

from __future__ import annotations

import atexit
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

from sqlmodel import Session, col, delete, func, select

from engine.bots import choose
from engine.record.game.book import Book
from engine.record.keyring.keyfile import lock
from engine.record.letters.armour import wrap
from engine.record.letters.kinds.move import Move
from engine.record.letters.post import seal_letter
from engine.rules import view
from server.host.backups.copy_ledger import copy_ledger
from server.ledger import models as rows
from server.ledger.queues import MailPlace, add_mail, lease_mailbox
from server.ledger.store import Ledger
from server.visit.settings import Settings
from server.visit.shelf import read_book, write_entry
from tests.server.house import House, Member, mail
from tests.server.playing import start_game
from tests.server.real.postfix import DOMAIN

PLAYERS = 4
GAMES, SKIPPED, PLIES = 32, 24, 18
BOX = "bench"
GAMES_EACH = 4
"""How many of the games the same four players play."""
MANY = {"mails_per_hour": 1_000_000, "answers_per_window": 1_000_000}


class ClubMember(Member):
    """A member whose mail goes to the test's own mail servers."""

    @property
    def address(self) -> str:
        return f"{self.handle}@{DOMAIN}"


@dataclass(frozen=True)
class Club:
    """The ledger before the measured moves, and for each game the mails that bring them, in their order."""

    file: Path
    time: int
    settings: Settings
    moves: dict[str, list[bytes]]

    @contextmanager
    def sqlite(self) -> Iterator[str]:
        """The URL of a copy of the ledger."""
        with tempfile.TemporaryDirectory(prefix="grubenpost-") as folder:
            shutil.copy(self.file, Path(folder) / "ledger.sqlite")
            yield f"sqlite:///{folder}/ledger.sqlite"

    def copy_to(self, url: str) -> None:
        """Copy the ledger into an empty database."""
        with Ledger(f"sqlite:///{self.file}") as source, Ledger(url) as target:
            copy_ledger(source, target)

    def write_key(self, file: Path) -> None:
        """The server's key, as its host keeps it."""
        file.write_bytes(lock(self.settings.key, "", b""))
        file.chmod(0o600)

    def house(self, ledger: Ledger) -> House:
        """A desk on a copy of this ledger."""
        return House(ledger, time=self.time, more=MANY)


def usual_club() -> Club:
    """The one that most is measured with; the draft is over, and all can still be done."""
    return make_club(GAMES, SKIPPED, PLIES)


@cache
def make_club(games: int, skipped: int, plies: int) -> Club:
    """So many games of four players, after the skipped plies; the files of a club stay until the end."""
    folder = Path(tempfile.mkdtemp(prefix="grubenpost-bench-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    with Ledger(f"sqlite:///{folder / 'ledger.sqlite'}") as ledger:
        house, tables = House(ledger, more=MANY), {}
        for number in range(games):
            if number % GAMES_EACH == 0:
                members = [ClubMember(house, f"p{number}-{seat}") for seat in "abcd"]
                for member in members:
                    member.register()
            tables[start_game(members)] = members
        moves = {}
        with ledger.writing() as session:
            session.exec(delete(rows.Outbox))
            for game, members in tables.items():
                moves[game] = _play_ahead(session, house, game, members, skipped, plies)
        return Club(folder / "ledger.sqlite", house.time, house.settings, moves)


def _play_ahead(
    session: Session, house: House, game_id: str, members: list[ClubMember], skipped: int, plies: int
) -> list[bytes]:
    """Play into the ledger for as long as is skipped, and then in the mind only."""
    game = session.get_one(rows.Game, game_id)
    book, rng, mails = read_book(session, game), Random(game_id), []
    while len(mails) < plies and not book.game.over:
        member = members[book.game.turn]
        letter = _next_letter(house, book, member, rng)
        entry, _ = book.take_move(letter, house.time)
        if book.game.ply <= skipped:
            write_entry(session, game, entry)
            game.ply, game.turn_seat = book.game.ply, book.game.turn
        else:
            mails.append(mail(member.address, wrap(letter), letter))
    return mails


def _next_letter(house: House, book: Book, member: ClubMember, rng: Random) -> bytes:
    """The sealed move of a quick bot."""
    turn = book.game.turn
    action = choose("random", view(book.game, turn), rng)
    letter = Move(
        house.server, book.opening.game, book.game.ply, turn, book.log.head, member.nonce(), action.write()
    )
    return seal_letter(letter, member.key)


def fill_inbox(ledger: Ledger, club: Club, ply: int) -> None:
    """One move of every game comes, and nobody had to fetch it."""
    with ledger.writing() as session:
        lease_mailbox(session, BOX, "bench", club.time, 600)
        for number, moves in enumerate(club.moves.values()):
            place = MailPlace(BOX, 1, ply * len(club.moves) + number + 1)
            add_mail(session, place, "bench", moves[ply], club.time, club.time)


def waiting(ledger: Ledger, kind: type[rows.Inbox] | type[rows.Outbox]) -> int:
    """How many mails wait to be dealt with, or to be sent."""
    with ledger.reading() as session:
        return session.exec(select(func.count()).where(col(kind.next_at).is_not(None))).one()

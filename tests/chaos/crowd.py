"""Players who move as soon as they can, mail the same letter several times, and keep what they sent."""

from __future__ import annotations

import contextlib
import email
import json
import threading
import time
from dataclasses import replace
from random import Random
from uuid import uuid4

from sqlalchemy.exc import DBAPIError
from sqlmodel import select

from engine.bots import choose
from engine.record.game.book import Book
from engine.record.letters.armour import wrap
from engine.record.letters.key import PrivateKey
from engine.record.letters.kinds.move import Move
from engine.record.letters.post import seal_letter
from engine.rules import view
from engine.wire.mails import POSITION
from server.ledger import models as rows
from server.ledger.store import Ledger
from server.visit.shelf import read_book
from tests.bench.club import Club, ClubMember
from tests.chaos.checker import Witness
from tests.server.house import House, mail
from tests.server.real.dovecot import Dovecot

PAUSE = 0.2
AGAIN = 15.0
"""Whoever has waited for so long, in seconds, mails the same letter again, as the client does."""
TWICE = 0.1
"""How many mails come twice at once."""
OLD = 0.05
"""How often an old letter is mailed again."""


class Crowd(threading.Thread):
    """Everybody in all games of a club. They look into the ledger to see when it is whose turn."""

    def __init__(self, club: Club, url: str, dovecot: Dovecot, account: str, most: int, seed: int) -> None:
        super().__init__(daemon=True)
        self.witness = Witness()
        self.mails = self.logged = 0
        self.failed: BaseException | None = None
        self._club, self._dovecot, self._account, self._most = club, dovecot, account, most
        self._ledger = Ledger(url)
        self._rng = Random(seed)
        self._enough = threading.Event()
        self._waiting: dict[str, tuple[int, float, bytes]] = {}
        """By game: the ply that was played, when, and the mail."""

    def run(self) -> None:
        try:
            while not (self._enough.is_set() and not self._waiting):
                with contextlib.suppress(DBAPIError):  # the database is away, as it will be
                    self._look()
                time.sleep(PAUSE)
        except BaseException as error:
            self.failed = error
        finally:
            self._ledger.close()

    def end(self, seconds: float) -> bool:
        """No new moves; whether all that were made are in the log in time."""
        self._enough.set()
        self.join(seconds)
        if self.failed is not None:
            raise self.failed
        return not self.is_alive()

    @property
    def moves(self) -> int:
        return sum(map(len, self.witness.sent.values()))

    def _look(self) -> None:
        with self._ledger.reading() as session:
            plies = dict(session.exec(select(rows.Game.id, rows.Game.ply)).all())
        now = time.monotonic()
        for game, ply in plies.items():
            played, since, raw = self._waiting.get(game, (-1, now, b""))
            if ply > played:
                self.logged += self._waiting.pop(game, None) is not None
                self._move(game)
            elif now - since > AGAIN:
                self._mail(raw.replace(b"Message-ID: <", b"Message-ID: <again-", 1))
                self._waiting[game] = (played, now, raw)

    def _move(self, game: str) -> None:
        """The next move, unless it is enough."""
        if self._enough.is_set():
            return
        with self._ledger.reading() as session:
            book = read_book(session, session.get_one(rows.Game, game))
        begun = self.witness.begun.setdefault(game, book.game.ply)
        if book.game.over or book.game.ply - begun >= self._most:
            return
        handle, letter = self._letter(book)
        raw = mail(
            f"{handle}@pit.example.org", wrap(letter), letter, Message_ID=f"<{uuid4().hex}@example.org>"
        )
        self.witness.sent[game].append(letter)
        self._waiting[game] = (book.game.ply, time.monotonic(), raw)
        self._mail(raw, *[raw] * (self._rng.random() < TWICE))
        if self._rng.random() < OLD:
            self._mail(mail(f"{handle}@pit.example.org", "", self._rng.choice(self.witness.sent[game])))

    def _letter(self, book: Book) -> tuple[str, bytes]:
        turn = book.game.turn
        handle = book.seats[turn].handle
        action = choose("random", view(book.game, turn), self._rng)
        server, game, ply = self._club.settings.name, book.opening.game, book.game.ply
        nonce = self._rng.randbytes(16).hex()
        letter = Move(server, game, ply, turn, book.log.head, nonce, action.write())
        return handle, seal_letter(letter, key_of(handle))

    def _mail(self, *raws: bytes) -> None:
        self.mails += len(raws)
        self._dovecot.deliver(self._account, *raws)

    def read_boards(self) -> None:
        """What everybody's mailbox holds about each game: of all mails the one that knows most of it."""
        chairs = self._chairs()
        self._ledger.close()
        newest: dict[tuple[str, str], tuple[int, dict[str, object]]] = {}
        for handle in {handle for _, handle in chairs}:
            for path in self._dovecot.maildir(handle).glob("*/*"):
                for part in email.message_from_bytes(path.read_bytes()).walk():
                    if part.get_filename() == POSITION:
                        turn = json.loads(part.get_payload(decode=True))  # type: ignore[arg-type]
                        known = newest.get((turn["game"], handle), (0, {}))
                        newest[turn["game"], handle] = max(
                            known, (turn["entries"], turn["position"]), key=lambda each: each[0]
                        )
        boards = {
            (game, handle): newest.get((game, handle), (0, {}))[1]
            for game, handle in chairs
            if self.witness.sent.get(game)
        }
        self.witness = replace(self.witness, boards=boards)

    def _chairs(self) -> list[tuple[str, str]]:
        with self._ledger.reading() as session:
            chairs = select(rows.Seat.game_id, rows.Player.handle).join(rows.Player)
            return [(game, handle) for game, handle in session.exec(chairs).all()]


def key_of(handle: str) -> PrivateKey:
    """The key that a player of the club has."""
    house: House = None  # type: ignore[assignment]  # a key follows from the handle alone
    return ClubMember(house, handle).key

"""A club on real mail servers in which a test moves the time.

Postfix takes and hands on every mail, and Dovecot delivers and shows it. When a mail came, Dovecot reads off
its file, which gets the time of the club's clock as soon as it lies there; the parts of the server, which
read the mailbox, deal with what is in it and send, are handed the same clock. They don't run by themselves
but go on when the test says so, so nobody waits in vain.
"""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

from sqlmodel import col, select

from engine.bots import choose
from engine.mail.hosts import Tls
from engine.record.letters.key import PrivateKey
from engine.rules import Action
from engine.wire.mails import POSITION, is_position
from engine.wire.turn import read_turn
from server.desk.clerk import Clerk
from server.desk.desk import Desk
from server.ledger import models as rows
from server.ledger.queues import MARGIN, lease_mailbox, missing, note_poll, read_journal
from server.ledger.store import Ledger
from server.players.memos import ask_for
from server.post.accounts import ImapAccount, SmtpAccount
from server.post.imap.fetch import Fetcher
from server.post.imap.memos import Memos
from server.post.smtp.send import SmtpSender
from server.visit.settings import Settings
from tests.end_to_end.artefacts import Bundle
from tests.end_to_end.hand import Hand
from tests.end_to_end.host import Site
from tests.end_to_end.people import KeyPlayer, MailboxPlayer, Person, Town, unused
from tests.server.house import CODE, Got
from tests.server.real.dovecot import PASSWORD
from tests.server.real.postfix import DOMAIN

HAND = Hand("utf-8", "quoted-printable", "On Monday at 12:00 Grubenpost wrote:", "")
HOUR, DAY = 3600, 24 * 3600
PATIENCE = 60
QUEUES = ("maildrop", "incoming", "active", "deferred")


class Club:
    """The server, its mail servers, and the time."""

    def __init__(self, site: Site, ledger: Ledger, folder: Path, at: int) -> None:
        self.site, self.ledger, self.now = site, ledger, at
        self.account = unused("moved")
        address = f"{self.account}@{DOMAIN}"
        self.settings = Settings(DOMAIN, address, PrivateKey(sha256(b"moved club").digest()))
        self.desk = Desk(ledger, self.settings, self.clock)
        self.clerk = Clerk(self.desk, "clerk")
        trust, login = {"ca_file": site.authority.ca_file}, (address, PASSWORD)
        self.imap = ImapAccount("localhost", site.dovecot.imaps_port, *login, Tls.IMPLICIT, **trust)
        port = site.postfix.smtp_port
        smtp = SmtpAccount("localhost", port, *login, Tls.STARTTLS, bounces=address, **trust)
        self.mailbox = self.imap.name
        self.fetcher = self._reader(ledger)
        self._loop = asyncio.new_event_loop()
        self.sender = SmtpSender(ledger, smtp, DOMAIN, self.clock, "sender", connections=1)
        key = self.settings.key.public
        mails = Bundle(folder)
        self.town = Town(site.dovecot, site.postfix, mails, key, self.account, self.settle, patience=0)
        self._delivered: set[str] = set()

    def close(self) -> None:
        self.town.close()
        self.fetcher.close()
        self._loop.run_until_complete(self.sender.close())
        self._loop.run_until_complete(asyncio.sleep(0.1))  # the end of TLS takes some rounds
        self._loop.close()

    def _reader(self, ledger: Ledger) -> Fetcher:
        memos = Memos(ledger, self.settings.memo_paper, self.clock)
        return Fetcher(ledger, self.imap, self.clock, "fetcher", Event(), memos=memos)

    # Time

    def clock(self) -> int:
        return self.now

    def move_to(self, at: int) -> None:
        """It is this late, unless it is later already. Nobody has looked after anything meanwhile."""
        self.await_mail()
        self.now = max(self.now, at)

    def come_to(self, at: int) -> None:
        """All until this moment is known: the server was there, read its mailbox and dealt with it."""
        self.settle()
        self.keep_watch_until(at)
        self.settle()

    def keep_watch_until(self, at: int) -> None:
        """Only the reader of the mailbox is there, and finds nothing. Without that it would be an outage."""
        self.now = max(self.now, at + MARGIN)
        with self.ledger.writing() as session:
            lease_mailbox(session, self.mailbox, "fetcher", self.now, 600)
            note_poll(session, self.mailbox, "fetcher", self.now, self.now)

    # Going on

    def go_on(self) -> int:
        """Read the mailbox, deal with what is there and falls due, and send: how many mails came and went."""
        came = self.fetcher.poll_once() or 0
        while self.clerk.work_once():
            pass
        return came + self._loop.run_until_complete(self.sender.send_due())

    def await_mail(self) -> None:
        """All that was sent lies in its mailbox, and what the server got came just now."""
        end = time.monotonic() + PATIENCE
        queue = self.site.postfix.folder / "queue"
        while any(path.is_file() for name in QUEUES for path in (queue / name).rglob("*")):
            assert time.monotonic() < end, self.site.postfix.log()[-2000:]
            time.sleep(0.01)
        for path in (self.site.dovecot.folder / "mail" / self.account).glob("[nc][eu][wr]/*"):
            name = path.name.split(":")[0]
            if name not in self._delivered:
                self._delivered.add(name)
                os.utime(path, (self.now, self.now))

    def settle(self) -> None:
        """All that was sent has been dealt with, and so has all that came of it."""
        self.await_mail()
        while self.go_on():
            self.await_mail()

    def make_again(self, ledger: Ledger) -> list[str]:
        """All that came to the club is read and dealt with anew, in an empty ledger: what is missing then."""
        clerk, fetcher = Clerk(Desk(ledger, self.settings, self.clock), "clerk"), self._reader(ledger)
        try:
            while fetcher.poll_once():
                while clerk.work_once():
                    pass
        finally:
            fetcher.close()
        with ledger.reading() as session:
            return missing(read_journal(session))

    # People

    def enter(self, name: str, *, own_key: bool = False, zone: str = "") -> Person:
        """Somebody registers, and says where they live."""
        person = self.meet(name, own_key=own_key)
        person.register()
        if zone:
            self.ask(person, f"set zone {zone}")
        return person

    def meet(self, name: str, *, own_key: bool = False) -> Person:
        """Somebody with a mail account, of whom the club does not know yet."""
        kind = KeyPlayer if own_key else MailboxPlayer
        return kind(self.town, name, name.title(), "en", HAND)

    def ask(self, person: Person, text: str) -> Got:
        """Commands; the answer to them. Who is asked back says yes."""
        self.get_code(person)
        answer = self._ask(person, text)
        if answer.subject.startswith("[please confirm]"):
            person.write("yes", answers=answer)
            self.settle()
            answer = self._answer(person)
        return answer

    def tell(self, person: Person, text: str) -> None:
        """Commands to which the answer may be the mail of a turn."""
        self.get_code(person)
        self._tell(person, text)

    def _ask(self, person: Person, text: str) -> Got:
        self._tell(person, text)
        return self._answer(person)

    def _tell(self, person: Person, text: str) -> None:
        self.settle()
        person.hear_all()
        person.tell(text)
        self.settle()

    def get_code(self, person: Person) -> None:
        """Somebody who plays from the mailbox asks for something harmless: the answer has a code."""
        if isinstance(person, MailboxPlayer):
            self._ask(person, "status")

    def _answer(self, person: Person) -> Got:
        """The newest mail to somebody that is no turn."""
        got = [mail for mail in person.hear_all() if POSITION not in mail.files][-1]
        if isinstance(person, MailboxPlayer) and CODE.search(got.text):
            person.last = got
        return got

    def news(self, person: Person) -> list[Got]:
        """All that came to somebody since they last looked."""
        self.settle()
        return person.hear_all()

    # Games

    def start(self, people: Sequence[Person], options: str = "") -> str:
        """A game of all these people, dealt."""
        opened = self.ask(people[0], f"new players={len(people)} {options}".strip())
        game = opened.text.split("The game ", 1)[1][:6]
        for person in people:
            if person is not people[0] or isinstance(person, KeyPlayer):
                self.get_code(person)
                person.join(game)
                self.settle()
        for person in people:
            if isinstance(person, KeyPlayer):
                person.tell_share()
        self.settle()
        return game

    def mover(self, game: str, people: Sequence[Person]) -> Person:
        """Whose turn it is, as their newest mail shows it."""
        looking = [self.look_at(person, game) for person in people]
        return next(person for person in looking if person.turn is not None and person.turn.mine)

    def move(self, game: str, people: Sequence[Person], action: Action | None = None) -> Person:
        """Whoever is on turn moves, as a bot would if nobody says otherwise; who that was."""
        mover = self.mover(game, people)
        assert mover.turn is not None
        mover.move(action or choose("greedy", mover.turn.position, Random(4)))
        self.settle()
        return mover

    def end_all(self) -> None:
        """The host closes all games: nothing more falls due in them."""
        with self.ledger.reading() as session:
            running = session.exec(select(rows.Game.id).where(rows.Game.state == "running")).all()
        for game in running:
            ask_for(self.ledger, "close", game, self.now, "the act is over")
        self.come_to(self.now + 1)

    def archive(self, person: Person, game: str) -> bytes:
        """The archive of a game, by mail."""
        return self.ask(person, f"archive {game}").files[f"grubenpost-{game}.json"]

    def look_at(self, person: Person, game: str) -> Person:
        """Somebody looks at the newest mail of a game."""
        self.await_mail()
        person.hear_all()
        for got in reversed(person.inbox):
            for name, file in got.files.items():
                if is_position(name) and (turn := read_turn(file)).game == game:
                    person.turn, person.turn_mail = turn, got
                    return person
        raise AssertionError(f"{person.handle} heard nothing of {game}")

    # The ledger

    def game(self, game: str) -> rows.Game:
        with self.ledger.reading() as session:
            return session.get_one(rows.Game, game)

    def entries(self, game: str) -> list[dict[str, Any]]:
        with self.ledger.reading() as session:
            found = select(rows.Entry).where(rows.Entry.game_id == game).order_by(col(rows.Entry.seq))
            return [json.loads(entry.facts) for entry in session.exec(found).all()]

    def notes(self, game: str) -> list[tuple[int, str]]:
        """When something was noted in a log, and about what."""
        return [(each["at"], each["about"]) for each in self.entries(game) if each["kind"] == "note"]

    def began(self, game: str) -> int:
        """When the turn under way began."""
        return max(each["at"] for each in self.entries(game) if each["kind"] in ("start", "ply"))


def logs_in(ledger: Ledger) -> dict[str, list[tuple[int, str]]]:
    """The times and facts of all entries, by game."""
    found: dict[str, list[tuple[int, str]]] = {}
    with ledger.reading() as session:
        in_order = select(rows.Entry).order_by(col(rows.Entry.game_id), col(rows.Entry.seq))
        for entry in session.exec(in_order).all():
            found.setdefault(entry.game_id, []).append((entry.at, entry.facts))
    return found


@contextmanager
def moved_club(site: Site, database: str, folder: Path, at: int) -> Iterator[Club]:
    with Ledger(database) as ledger:
        ledger.migrate()
        club = Club(site, ledger, folder, at)
        try:
            yield club
        finally:
            club.close()

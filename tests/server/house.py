"""A club house for tests: a desk on a real ledger, people who write mails, and the mails they get.

No mail server is in it: what is fetched is handed to the inbox, what is sent is read from the outbox.
Clock and entropy are the test's own, so everything can be repeated.
"""

from __future__ import annotations

import email
import email.policy
import json
import re
from dataclasses import dataclass, field
from email.message import EmailMessage
from functools import cached_property
from hashlib import sha256
from typing import Any, TypeVar

from sqlalchemy import inspect
from sqlmodel import col, select

from engine.record.game.book import Book
from engine.record.game.seats import Seat
from engine.record.game.shares import chain_of
from engine.record.letters.key import PrivateKey
from engine.record.letters.kinds.join import Join
from engine.record.letters.kinds.leave import Leave
from engine.record.letters.kinds.move import Move
from engine.record.letters.kinds.orders import StandingOrders
from engine.record.letters.kinds.register import Register
from engine.record.letters.kinds.request import Request
from engine.record.letters.kinds.reveal import Reveal
from engine.record.letters.post import open_letter, seal_letter
from engine.record.letters.schema import Letter
from engine.record.letters.seal import open_seal
from engine.wire.mails import FACTS, POSITION, RECEIPT, TABLE
from engine.wire.tablefile import read_table
from server.desk.clerk import Clerk
from server.desk.desk import Desk
from server.ledger import models as rows
from server.ledger.queues import MARGIN, MailPlace, add_mail, lease_mailbox, note_poll
from server.ledger.store import Ledger
from server.visit.settings import Settings

SERVER = "pit.example.org"
ADDRESS = "grubenpost@pit.example.org"
HOST = "host@example.org"
T = TypeVar("T", bound=rows.Row)

CODE = re.compile(r"GP-[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}")


@dataclass
class Entropy:
    """Bytes that follow from a seed."""

    seed: str = "house"
    count: int = 0

    def __call__(self, size: int) -> bytes:
        self.count += 1
        return sha256(f"{self.seed} {self.count}".encode()).digest()[:size]


@dataclass
class Got:
    """A mail that somebody got, read as far as it is looked at."""

    recipient: str
    kind: str
    raw: bytes

    def __deepcopy__(self, _memo: object) -> Got:
        return Got(self.recipient, self.kind, self.raw)

    @cached_property
    def message(self) -> EmailMessage:
        message = email.message_from_bytes(self.raw, policy=email.policy.default)
        assert isinstance(message, EmailMessage)
        return message

    @cached_property
    def subject(self) -> str:
        return str(self.message["Subject"])

    @cached_property
    def text(self) -> str:
        body = self.message.get_body(("plain",))
        assert body is not None
        content: str = body.get_content()
        return content.replace("\r\n", "\n")

    @cached_property
    def page(self) -> str:
        """The HTML, if there is any."""
        body = self.message.get_body(("html",))
        return "" if body is None else str(body.get_content()).replace("\r\n", "\n")

    @cached_property
    def files(self) -> dict[str, bytes]:
        parts = self.message.iter_attachments()
        return {part.get_filename() or "": bytes(part.get_payload(decode=True)) for part in parts}  # type: ignore[arg-type]

    @property
    def enclosed(self) -> dict[str, bytes]:
        """The files that were asked for; a receipt comes with them, for programs."""
        return {name: content for name, content in self.files.items() if name not in (RECEIPT, FACTS)}

    @property
    def code(self) -> str:
        found = CODE.search(self.text)
        assert found, self.text
        return found[0]


@dataclass
class House:
    """A server without wires."""

    ledger: Ledger
    time: int = 1_790_000_000
    server: str = SERVER
    seen: int = 0
    uid: int = 0
    more: dict[str, Any] = field(default_factory=dict)
    """Settings that are not as usual."""
    members: dict[str, Member] = field(default_factory=dict)
    """Who has registered, by address."""

    def __post_init__(self) -> None:
        if self.ledger.revision() is None:
            self.ledger.migrate()
        key = PrivateKey(sha256(f"server {self.server}".encode()).digest())
        self.settings = Settings(self.server, ADDRESS, key, **{"host": HOST, **self.more})
        self.entropy = Entropy()
        self.desk = Desk(self.ledger, self.settings, lambda: self.time)
        self.clerk = Clerk(self.desk, "clerk-1")

    def post(self, *raws: bytes) -> None:
        """Mails come to the inbox."""
        with self.ledger.writing() as session:
            lease_mailbox(session, "club", "fetcher", self.time, 600)
            for raw in raws:
                self.uid += 1
                add_mail(session, MailPlace("club", 1, self.uid), "fetcher", raw, self.time, self.time)

    def work(self) -> list[Got]:
        """Deal with all that waits; the mails that come of it."""
        while self.clerk.work_once():
            pass
        return self.new_mails()

    def tick(self) -> None:
        """What has fallen due is done."""
        self.look()
        self.desk.tick()

    def look(self) -> None:
        """Nothing more has come until now."""
        with self.ledger.writing() as session:
            lease_mailbox(session, "club", "fetcher", self.time, 600)
            note_poll(session, "club", "fetcher", self.time, self.time + MARGIN)

    def write(
        self, sender: str, text: str, *letters: bytes, subject: str = "hello", **headers: str
    ) -> list[Got]:
        """Somebody writes, and this is what everyone gets."""
        self.time += 60
        headers.setdefault("Message_ID", f"<{self.uid + 1}@example.org>")
        self.post(mail(sender, text, *letters, subject=subject, **headers))
        return self.work()

    def new_mails(self) -> list[Got]:
        with self.ledger.reading() as session:
            found = session.exec(
                select(rows.Outbox).where(col(rows.Outbox.id) > self.seen).order_by(col(rows.Outbox.id))
            ).all()
        if found:
            self.seen = found[-1].id or 0
        return [Got(row.recipient, row.kind, row.mime) for row in found]

    def tell_shares(self, mails: list[Got]) -> list[Got]:
        """Everyone who is asked for a share of the shuffle tells it: the mails that come of the last one."""
        for got in [got for got in mails if TABLE in got.files]:
            mails = self.write(got.recipient, "", self.members[got.recipient].share_letter(got))
        return mails

    def outcome(self) -> str:
        """What the last mail came to."""
        with self.ledger.reading() as session:
            row = session.exec(select(rows.Inbox).order_by(col(rows.Inbox.id).desc())).first()
        assert row is not None
        return row.outcome or f"{row.state}: {row.error}"

    def entries(self, game: str) -> list[rows.Entry]:
        return self.all(rows.Entry, rows.Entry.game_id == game)

    def all(self, kind: type[T], *where: Any) -> list[T]:
        """The rows of a table, in the order in which they were written."""
        with self.ledger.reading() as session:
            order = inspect(kind).primary_key
            return list(session.exec(select(kind).where(*where).order_by(*order)).all())

    def game(self, game: str) -> rows.Game:
        (found,) = self.all(rows.Game, rows.Game.id == game)
        return found


def mail(sender: str, text: str, *letters: bytes, subject: str = "hello", **headers: str) -> bytes:
    message = EmailMessage(policy=email.policy.SMTP)
    message["From"], message["To"], message["Subject"] = sender, ADDRESS, subject
    for name, value in headers.items():
        message[name.replace("_", "-")] = value
    message.set_content(text)
    for letter in letters:
        message.add_attachment(letter, maintype="application", subtype="toml", filename="letter.toml")
    if letters:
        message.set_boundary("=_letter")  # else it would be a random one
    return message.as_bytes()


@dataclass
class Member:
    """Somebody in the club, who plays with a key or from the mailbox."""

    house: House
    handle: str
    name: str = ""
    own_key: bool = True
    turn: dict[str, Any] = field(default_factory=dict)
    last: Got | None = None
    code: str = ""

    @property
    def address(self) -> str:
        return f"{self.handle}@example.org"

    @property
    def key(self) -> PrivateKey:
        return PrivateKey(sha256(f"key of {self.handle}".encode()).digest())

    def nonce(self) -> str:
        return self.house.entropy(16).hex()

    def sealed(self, letter: Letter) -> bytes:
        return seal_letter(letter, self.key)

    def register(self) -> list[Got]:
        name = self.name or self.handle.title()
        if self.own_key:
            letter = Register(self.house.server, self.handle, "key", self.key.public, self.nonce())
            asked = self.house.write(self.address, "", self.sealed(letter))
        else:
            asked = self.house.write(self.address, f"register {self.handle} {name}")
        (question,) = asked
        self.house.members[self.address] = self
        welcome = self.hear(self.house.write(self.address, f"yes\n\n> {question.code}"))
        if self.own_key and welcome:
            self.ask(f"set name {name}")
        return welcome

    def hear(self, mails: list[Got]) -> list[Got]:
        """Keep the code of the newest mail that has one to go on with."""
        for got in mails:
            if got.recipient == self.address and "To answer, reply" in got.text:
                self.code = got.code
        return mails

    def request(self, text: str) -> Request:
        """Commands in a letter."""
        return Request(self.house.server, self.handle, self.nonce(), text)

    def ask(self, text: str) -> list[Got]:
        """Send commands, sealed or with a code as this player's way is; if asked back, confirm."""
        if self.own_key:
            return self.house.write(self.address, "", self.sealed(self.request(text)))
        mails = self.house.write(self.address, f"{text}\n\n> code: {self.code}")
        own = [got for got in mails if got.recipient == self.address]
        if [got.subject for got in own] == ["[please confirm] Grubenpost"]:
            wanted = re.findall("reply with `(.+?)`", own[0].text)[0]
            mails = self.house.write(self.address, f"{wanted}\n\n> code: {own[0].code}")
        return self.hear(mails)

    def write(self, text: str) -> list[Got]:
        """Plain words that nothing proves."""
        return self.house.write(self.address, text)

    def join(self, game: str) -> list[Got]:
        """Take a seat; if it was the last one, everyone tells their share, as their clients would."""
        if not self.own_key:
            return self.house.tell_shares(self.ask(f"join {game}"))
        return self.house.tell_shares(self.house.write(self.address, "", self.join_letter(game)))

    def join_letter(self, game: str) -> bytes:
        nonce = self.nonce()
        committed = chain_of(self.key, self.house.server, game, self.handle, nonce).commitment
        letter = Join(self.house.server, game, self.handle, self.key.public, committed, nonce)
        return self.sealed(letter)

    def share_letter(self, got: Got) -> bytes:
        """The share that the table in a mail asks for."""
        book = read_table(got.files[TABLE], self.house.settings.key.public)
        number, seat = self._seat_in(book)
        opened = open_letter(seat.join or b"", lambda _: ())
        assert isinstance(opened.letter, Join)
        game, nonce = book.opening.game, opened.letter.nonce
        share = chain_of(self.key, self.house.server, game, self.handle, nonce).share(book.table.due(number))
        return self.sealed(Reveal(self.house.server, game, self.handle, book.log.head, share.hex()))

    def leave(self, game: str) -> list[Got]:
        """Give up a seat."""
        if not self.own_key:
            return self.ask(f"leave {game}")
        mails = self.ask(f"resend {game}")  # and what fell due by now, to others
        (got,) = [each for each in mails if each.recipient == self.address and TABLE in each.files]
        _, seat = self._seat_in(read_table(got.files[TABLE]))
        joined = open_seal(seat.join or b"").letter_id
        letter = self.sealed(Leave(self.house.server, game, self.handle, joined))
        return self.house.write(self.address, "", letter)

    def start(self, game: str) -> list[Got]:
        """Begin a game that was held back; everyone tells their share, as their clients would."""
        return self.house.tell_shares(self.ask(f"start {game}"))

    def _seat_in(self, book: Book) -> tuple[int, Seat]:
        return next((number, seat) for number, seat in book.joined.items() if seat.handle == self.handle)

    def take(self, mails: list[Got]) -> None:
        """Read what came for this player."""
        for got in mails:
            if got.recipient == self.address and got.kind == "turn":
                self.turn = json.loads(got.files[POSITION])
                self.last = got

    def move_letter(self, action: str) -> bytes:
        turn = self.turn
        return self.sealed(
            Move(
                turn["server"],
                turn["game"],
                turn["position"]["ply"],
                turn["seat"],
                turn["head"],
                self.nonce(),
                action,
            )
        )

    def orders_letter(self, orders: str, *, game: str = "", ply: int | None = None) -> bytes:
        """Orders as the client seals them."""
        seen = self.turn["position"]["ply"] if ply is None else ply
        game = game or self.turn["game"]
        return self.sealed(StandingOrders(self.house.server, game, self.handle, seen, self.nonce(), orders))

    def order(self, orders: str) -> list[Got]:
        """Order ahead, in answer to the last mail of the game."""
        if self.own_key:
            return self.house.write(self.address, "", self.orders_letter(orders))
        return self.reply("drop orders" if orders == "none" else orders)

    def move(self, action: str) -> list[Got]:
        if self.own_key:
            return self.house.write(self.address, "", self.move_letter(action))
        without_steps = re.fullmatch(r"mine \d+", action)
        return self.reply(f"{action}: nothing" if without_steps else action)

    def reply(self, text: str) -> list[Got]:
        """Plain words above the turn mail that they answer."""
        assert self.last is not None
        quoted = "".join(f"> {line}\n" for line in self.last.text.splitlines())
        return self.house.write(self.address, f"{text}\n\nOn Monday at 12:00 Grubenpost wrote:\n{quoted}")

"""People who play by mail: some with the client's own letters, some with nothing but their mail program."""

from __future__ import annotations

import imaplib
import json
import re
import secrets
import smtplib
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from uuid import uuid4

from client.memory.tables import find_chair
from client.outbox.quill import Enclosed, Quill
from client.post.account import MailAccount, Wire
from client.profile.profile import House, Profile
from engine.mail.hosts import Tls
from engine.record.letters.key import PrivateKey, PublicKey
from engine.rules import Action, Mine
from engine.show.turn.asking import as_typed
from engine.wire.mails import POSITION, TABLE
from engine.wire.turn import Turn, read_turn
from tests.end_to_end.artefacts import Bundle
from tests.end_to_end.hand import Hand
from tests.server.house import Got
from tests.server.real.dovecot import PASSWORD, Dovecot
from tests.server.real.ports import HOST
from tests.server.real.postfix import DOMAIN, Postfix
from tests.server.real.programs import send_with_swaks

PATIENCE = 60


def unused(name: str) -> str:
    """An account into which nobody has got a mail yet: tests share the mail servers."""
    return f"{name}-{uuid4().hex[:6]}"


@dataclass
class Town:
    """The mail servers, and where all mails are kept."""

    dovecot: Dovecot
    postfix: Postfix
    bundle: Bundle
    key: PublicKey
    """The key of the club's server, as its host told everybody."""
    server: str
    """The account of the club's server."""
    go_on: Callable[[], object] = lambda: None
    """The deed of whoever waits for a mail, where the parts of the server don't go by themselves."""
    patience: float = PATIENCE
    """The seconds for which anybody waits for a mail."""
    _lines: ExitStack = field(default_factory=ExitStack)

    def __enter__(self) -> Town:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """All leave their mailboxes, also when a test fails: nobody's line is left open for the next one."""
        self._lines.close()

    def look_into(self, address: str) -> imaplib.IMAP4:
        """Somebody's mailbox, until the end."""
        imap = imaplib.IMAP4(HOST, self.dovecot.imap_port)
        self._lines.enter_context(imap)
        imap.login(address, PASSWORD)
        imap.select("INBOX", readonly=True)
        return imap


@dataclass
class Person:
    """Somebody with a mail account and a way of writing."""

    town: Town
    handle: str
    name: str
    language: str
    hand: Hand
    with_swaks: bool = False
    inbox: list[Got] = field(default_factory=list)
    turn: Turn | None = None
    """The newest position that was mailed to them."""
    turn_mail: Got | None = None

    @cached_property
    def account(self) -> str:
        return unused(self.handle)

    @property
    def address(self) -> str:
        return f"{self.account}@{DOMAIN}"

    # The mail program

    def send(self, raw: bytes) -> None:
        """Hand a mail to the mail server."""
        self.town.bundle.keep(self.handle, self.town.server, raw)
        if self.with_swaks:
            send_with_swaks(self.town.postfix, self.account, self.town.server, raw)
            return
        with smtplib.SMTP(HOST, self.town.postfix.smtp_port) as smtp:
            smtp.login(self.address, PASSWORD)
            smtp.sendmail(self.address, [f"{self.town.server}@{DOMAIN}"], raw, mail_options=["BODY=8BITMIME"])

    def write(
        self, text: str, *, answers: Got | None = None, letter: tuple[str, bytes] | None = None
    ) -> bytes:
        """Write a mail to the server, as a reply if there is something to reply to, and send it."""
        subject, answered = "Glück auf" if self.language != "ru" else "Шахта", ""
        if answers is not None:
            subject, answered = f"Re: {answers.subject}", str(answers.message["Message-ID"])
            text = f"{text}\n\n{self.hand.quote(answers.text)}"
        sender, to = (self.name, self.address), f"{self.town.server}@{DOMAIN}"
        raw = self.hand.write(sender, to, subject, text, answers=answered, letter=letter)
        self.send(raw)
        return raw

    def hear(self, what: str, fits: Callable[[Got], bool]) -> Got:
        """The first new mail that fits; those before it are read too."""
        end = time.monotonic() + self.town.patience
        seen = 0
        while True:
            self.town.go_on()
            new = self._fetch()
            for got in new[seen:]:
                seen += 1
                if fits(got):
                    self._heard = len(self.inbox) - len(new) + seen
                    return got
            assert time.monotonic() < end, f"{self.handle} waits in vain for {what}"
            time.sleep(0.02)

    def hear_turn(self, ply: int) -> Turn:
        """The position at this ply, as soon as it comes."""
        got = self.hear(f"ply {ply}", lambda got: _ply_in(got) == ply)
        self.turn, self.turn_mail = self.read_turn(got), got
        return self.turn

    def hear_next_turn(self) -> Turn:
        """The next position, whatever its ply is: orders may have played several at once."""
        got = self.hear("another position", lambda got: _ply_in(got) is not None)
        self.turn, self.turn_mail = self.read_turn(got), got
        return self.turn

    def read_turn(self, got: Got) -> Turn:
        return read_turn(got.files[POSITION])

    def turns_heard(self) -> list[int]:
        """The plies of all the positions that came, in order."""
        self._fetch()
        return sorted(ply for got in self.inbox if (ply := _ply_in(got)) is not None)

    def hear_all(self) -> list[Got]:
        """All that has come and was not heard yet."""
        new = self._fetch()
        self._heard = len(self.inbox)
        return new

    _heard = 0

    def _fetch(self) -> list[Got]:
        """What has not been heard yet, after a look into the mailbox."""
        self._imap.noop()
        uid = len(self.inbox) + 1  # nothing is ever deleted here, so UIDs have no gaps
        _, found = self._imap.uid("FETCH", f"{uid}:*", "(UID BODY.PEEK[])")
        for part in found:
            if isinstance(part, tuple) and int(re.findall(rb"UID (\d+)", part[0])[0]) >= uid:
                self.inbox.append(Got(self.address, "", part[1]))
                self.town.bundle.keep(self.town.server, self.handle, part[1])
        return self.inbox[self._heard :]

    @cached_property
    def _imap(self) -> imaplib.IMAP4:
        return self.town.look_into(self.address)

    # The game

    def register(self) -> None:
        raise NotImplementedError

    def tell(self, commands: str) -> None:
        """Send commands."""
        raise NotImplementedError

    def ask(self, commands: str) -> Got:
        """Send commands; the answer to them."""
        self.tell(commands)
        return self.hear_answer()

    def join(self, game: str) -> None:
        raise NotImplementedError

    def move(self, action: Action) -> bytes:
        """Play; the mail that was sent."""
        raise NotImplementedError

    def hear_answer(self) -> Got:
        return self.hear("an answer", lambda got: _ply_in(got) is None)


class KeyPlayer(Person):
    """Has a key of their own: what they send is sealed by the client's own code."""

    @cached_property
    def quill(self) -> Quill:
        wires = [Wire(HOST, 1, Tls.NONE)] * 2  # mails go through this person's own program
        account = MailAccount(self.address, self.address, PASSWORD, *wires)
        house = House(DOMAIN, f"{self.town.server}@{DOMAIN}", self.town.key)
        key = PrivateKey(sha256(f"key of {self.handle}".encode()).digest())
        return Quill(Profile(self.handle, self.name, house, account), key, secrets.token_bytes)

    def post(self, enclosed: Enclosed) -> bytes:
        return self.write(enclosed.words, letter=(enclosed.name, enclosed.sealed))

    def register(self) -> None:
        self.post(self.quill.register())
        question = self.hear_answer()
        self.write("yes", answers=question)
        self.hear_answer()

    def tell(self, commands: str) -> None:
        self.post(self.quill.request(commands))

    def join(self, game: str) -> None:
        self.post(self.quill.join(game))

    def tell_share(self) -> None:
        """The share of the shuffle, for which the table in a mail asks."""
        got = self.hear("the table", lambda got: TABLE in got.files)
        chair = find_chair(got.files[TABLE], self.handle, self.town.key, [])
        assert chair.is_due
        self.post(self.quill.reveal(chair.book.opening.game, chair.nonce, chair.share, chair.book.log.head))

    def move(self, action: Action) -> bytes:
        assert self.turn is not None
        return self.post(self.quill.move(self.turn, action))

    def read_turn(self, got: Got) -> Turn:
        """As the client reads it: only with the server's signature under this very history."""
        turn = super().read_turn(got)
        assert (turn.server, turn.handle, turn.signer) == (DOMAIN, self.handle, self.town.key)
        return turn


class MailboxPlayer(Person):
    """Has a mail program and nothing else: codes in the mails prove that the answers are theirs."""

    last: Got | None = None
    """The newest mail that was no turn."""

    def register(self) -> None:
        self.write(f"register {self.handle} {self.name}")
        question = self.hear_answer()
        self.write({"de": "ja", "ru": "да"}.get(self.language, "yes"), answers=question)
        self.hear_answer()

    def tell(self, commands: str) -> None:
        self.write(commands, answers=self.last)

    def hear_answer(self) -> Got:
        self.last = super().hear_answer()
        return self.last

    def join(self, game: str) -> None:
        self.write(f"join {game}", answers=self.last)

    def move(self, action: Action) -> bytes:
        """The number that the mail gives this move, or the move itself if it has none."""
        assert self.turn_mail is not None
        written = action.write()
        numbered = re.search(rf"^ *(\d+)  {re.escape(written)}(?:  |$)", self.turn_mail.text, re.MULTILINE)
        return self.reply(numbered[1] if numbered and not isinstance(action, Mine) else as_typed(action))

    def reply(self, text: str) -> bytes:
        """Answer the newest turn mail."""
        return self.write(text, answers=self.turn_mail)


def _ply_in(got: Got) -> int | None:
    """The ply of the position in a mail."""
    if POSITION not in got.files:
        return None
    ply: int = json.loads(got.files[POSITION])["position"]["ply"]
    return ply

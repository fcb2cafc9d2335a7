"""Clients at the desk of a real server: real commands, real letters, real mails, a real ledger, and no wires.

What a client sends lies in the server's inbox and is dealt with at once; what the server writes lies in the
mailboxes of those it is for.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from typer.testing import CliRunner, Result

from client.cli import app
from client.outbox.outbox import Outbox
from client.outbox.pending import PendingLetter
from client.post.account import MailAccount, Wire
from client.post.lines import Lines
from client.post.mailbox import Watermark
from client.profile.home import Home
from client.profile.profile import House as Known
from client.profile.profile import Profile, write_profile
from engine.mail.hosts import Tls
from engine.record.keyring.keyfile import lock
from engine.rules import Game, from_data
from tests.client.pretend import Pretend
from tests.engine.record.club import player_key
from tests.server.house import ADDRESS, SERVER, Got, House


class Box(Pretend):
    """The two ends of one player's post: what is sent goes to the desk."""

    def __init__(self, club: Clubhouse, address: str) -> None:
        super().__init__()
        self._club = club
        self._address = address

    def send(self, message: EmailMessage) -> None:
        self.sent.append(message)
        self._club.deliver(message.as_bytes())


@dataclass
class Clubhouse:
    """A server, and the mailboxes of those who have a client."""

    house: House
    folder: Path
    boxes: dict[str, Box] = field(default_factory=dict)
    got: list[Got] = field(default_factory=list)
    """All that the server has written."""

    def deliver(self, raw: bytes) -> None:
        self.house.time += 60
        self.house.post(raw)
        self.hand_out(self.house.work())

    def hand_out(self, mails: list[Got]) -> None:
        self.got += mails
        for got in mails:
            if got.recipient in self.boxes:
                self.boxes[got.recipient].arriving.append(got.raw)

    @property
    def lines(self) -> Lines:
        """What a client gets that shall correspond here."""
        return Lines(lambda account: self.boxes[account.address], self._mailbox, first_pause=0.0)  # type: ignore[arg-type,return-value]

    def _mailbox(self, account: MailAccount, server: str, watermark: Watermark) -> Any:
        box = self.boxes[account.address]
        box.watermark = watermark
        return box

    def member(self, handle: str, language: str = "en", *, knows_key: bool = True) -> Client:
        """Somebody who has a profile and a key, and is not registered yet."""
        client = Client(self, handle, Home(self.folder / handle, self.folder / handle))
        (self.folder / handle).mkdir(parents=True)
        self.boxes[client.address] = Box(self, client.address)
        key = self.house.settings.key.public
        known = Known(SERVER, ADDRESS, key, key.fingerprint) if knows_key else Known(SERVER, ADDRESS)
        wire = Wire("127.0.0.1", 1, Tls.NONE)
        account = MailAccount(client.address, handle, "secret-word", wire, wire)
        write_profile(client.home, Profile(handle, handle.title(), known, account, language=language))
        client.home.key.write_bytes(lock(player_key(handle), "", b""))
        client.home.key.chmod(0o600)
        return client


@dataclass
class Client:
    """Somebody at a terminal."""

    club: Clubhouse
    handle: str
    home: Home

    @property
    def address(self) -> str:
        return f"{self.handle}@example.org"

    @property
    def box(self) -> Box:
        return self.club.boxes[self.address]

    def run(self, *words: str) -> Result:
        env = {"GRUBENPOST_HOME": str(self.home.config), "LANG": "C.UTF-8", "NO_COLOR": "1"}
        result = CliRunner().invoke(app, list(words), env=env, obj=self.club.lines)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    def must(self, *words: str) -> str:
        result = self.run(*words)
        assert result.exit_code == 0, (self.handle, words, result.output)
        return str(result.stdout)

    def status(self, game: str) -> dict[str, Any]:
        games: list[dict[str, Any]] = json.loads(self.must("status", "--json"))
        (found,) = [facts for facts in games if facts["game"] == game]
        return found

    def position(self, game: str) -> Game:
        return from_data(json.loads(self.must("board", game, "--json"))["position"])

    def waiting(self) -> list[PendingLetter]:
        return Outbox(self.home.outbox).all()

"""A pretend server for the client's tests: real books, real signatures, real mails, and no wires.

What a player gets is made here as the server makes it; what a player sends lies in `sent`.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from client.correspondence import Correspondence
from client.home import Home
from client.post.account import MailAccount, Tls, Wire
from client.post.errors import NoPost
from client.post.mailbox import Found, Watermark
from client.profile import House, Profile
from engine.errors import Refused
from engine.record.book import Book
from engine.record.checkpoint import write_line
from engine.record.keys import PrivateKey
from engine.record.seats import KEY
from engine.rules import to_data, view
from engine.show import board
from server.mail.body import Attachment
from server.mail.reading import Incoming, read_mail
from server.mail.writing import Letterhead, Outgoing, compose
from tests.engine.record.club import SERVER, Match, new_match, player_key, server_key

ADDRESS = "grubenpost@pit.example.org"
TOLD = "Game game-1: it is your turn.\n\nWhat happened:\n  Ben goes to the bank for 1 Mark."
LETTERHEAD = Letterhead(SERVER, ADDRESS, "Grubenpost", bytes(32))


def new_game(seed: int = 1, players: int = 3) -> Match:
    """A game in which all have keys of their own."""
    return new_match(seed, players, auths=(KEY,) * players)


def make_profile(handle: str = "anna", key: PrivateKey | None = None) -> Profile:
    """A player who knows the server's key, or another one."""
    wire = Wire("127.0.0.1", 1, Tls.NONE)
    account = MailAccount(f"{handle}@example.org", handle, "secret-word", wire, wire)
    return Profile(handle, handle.title(), House(SERVER, ADDRESS, (key or server_key()).public), account)


def facts_of(book: Book, seat: int) -> dict[str, Any]:
    """What a turn's attachment holds."""
    return {
        "format": "grubenpost-turn/1",
        "server": book.opening.server,
        "game": book.opening.game,
        "seat": seat,
        "names": list(book.shown_names()),
        "handles": [seated.handle for seated in book.seats],
        "head": book.log.head,
        "entries": len(book.log.entries),
        "closed": None,
        "position": to_data(view(book.game, seat)),
    }


def turn_mail(match: Match, reader: int = 0, answers: str = "", **changes: Any) -> bytes:
    """The mail after a ply; `changes` make its attachment, or its `text`, wrong on purpose."""
    book = match.book
    drawn = board(view(book.game, reader), book.shown_names(), reader)
    text = changes.pop("text", f"{TOLD}\n\n{drawn}\n\n{write_line(book.checkpoint(match.server))}\n")
    attached = json.dumps({**facts_of(book, reader), **changes}).encode()
    return server_mail(text, answers, {"grubenpost-position.json": attached}, book.opening.game)


def server_mail(text: str, answers: str = "", files: dict[str, bytes] | None = None, game: str = "") -> bytes:
    """A mail as the server writes it."""
    attachments = tuple(Attachment(name, "application/json", data) for name, data in (files or {}).items())
    outgoing = Outgoing(
        to="anna@example.org",
        subject="Grubenpost",
        text=text,
        at=0,
        dedupe_key=f"{text}{answers}",
        game=game,
        answers=answers,
        attachments=attachments,
    )
    return compose(LETTERHEAD, outgoing)


Answer = Callable[[Incoming, str], "list[bytes | Refused]"]
"""What comes back for a mail that was sent, and for its Message-ID."""


class Pretend:
    """The two ends of a player's post: a mailer and a mailbox that go nowhere."""

    def __init__(self) -> None:
        self.sent: list[EmailMessage] = []
        self.arriving: deque[bytes | Refused] = deque()
        self._lying: list[bytes] = []
        self.watermark = Watermark()
        self.answer: Answer = _silent

    def connect(self) -> None:
        """Always ready."""

    def send(self, message: EmailMessage) -> None:
        self.sent.append(message)
        self.arriving.extend(self.answer(self.received(), str(message["Message-ID"])))

    def received(self, number: int = -1) -> Incoming:
        """A mail that was sent, as the server reads it."""
        return read_mail(self.sent[number].as_bytes(), SERVER)

    def look(self) -> list[Found]:
        if self.arriving and isinstance(self.arriving[0], Refused):
            raise self.arriving.popleft()  # type: ignore[misc]
        while self.arriving and not isinstance(self.arriving[0], Refused):
            self._lying.append(self.arriving.popleft())  # type: ignore[arg-type]
        return [Found(uid, len(raw)) for uid, raw in enumerate(self._lying, 1) if self._is_due(uid)]

    def _is_due(self, uid: int) -> bool:
        return uid > self.watermark.last_uid or uid in dict(self.watermark.again)

    def read(self, uid: int) -> bytes:
        return self._lying[uid - 1]

    def skip(self) -> None:
        self.watermark = Watermark(0, len(self._lying))

    def wait(self, seconds: float) -> None:
        """Nothing comes by itself here: whoever waits has waited long enough."""

    def close(self) -> None:
        """Nobody is on the line."""


def _silent(mail: Incoming, message_id: str) -> list[bytes | Refused]:
    return []


@contextmanager
def corresponding(
    folder: Path, monkeypatch: pytest.MonkeyPatch, profile: Profile | None = None
) -> Iterator[tuple[Correspondence, Pretend]]:
    """A player whose post is pretended."""
    pretend = Pretend()
    monkeypatch.setattr("client.correspondence.Mailer", lambda account: pretend)
    monkeypatch.setattr("client.correspondence.Mailbox", lambda *_: pretend)
    monkeypatch.setattr("client.correspondence.FIRST_PAUSE", 0.0)
    profile = profile or make_profile()
    with Correspondence(Home(folder, folder), profile, player_key(profile.handle)) as post:
        yield post, pretend


def no_post() -> NoPost:
    return NoPost("post/imap", "the line is cut")

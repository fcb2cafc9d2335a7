"""A pretend server for the client's tests: real books, real signatures, real mails, and no wires.

What a player gets is made here as the server makes it; what a player sends lies in `sent`.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from client.exchange.correspondence import Correspondence
from client.post.account import MailAccount, Wire
from client.post.lines import Lines
from client.post.mailbox import FoundMail, Watermark
from client.profile.home import Home
from client.profile.profile import House, Profile
from client.refusals import NoPost
from engine.errors import Refused
from engine.mail.hosts import Tls
from engine.record.game.seats import KEY
from engine.record.letters.key import PrivateKey
from engine.record.log.checkpoint import write_line
from engine.rules import to_data, view
from engine.show import board
from engine.wire.clocks import GameClock
from engine.wire.facts import NO_FACTS, Facts, write_facts
from engine.wire.mails import FACTS, POSITION, RECEIPT
from engine.wire.receipt import Receipt, write_receipt
from engine.wire.statement import write_statement
from engine.wire.turn import TurnReader, write_turn
from server.desk.opened_letters import letter_ids
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
    known = (key or server_key()).public
    return Profile(handle, handle.title(), House(SERVER, ADDRESS, known, known.fingerprint), account)


def written(match: Match, reader: int = 0, answers: Sequence[str] = (), said: str = TOLD) -> bytes:
    """The attachment of a turn mail, as the server writes it."""
    book = match.book
    line = write_line(book.checkpoint(match.server))
    seen = TurnReader(reader, to_data(view(book.game, reader)), said, answers)
    return write_turn(book, book.shown_names(), line, seen, match.server)


def facts_of(match: Match, seat: int, **more: Any) -> dict[str, Any]:
    """What a turn's attachment holds."""
    facts: dict[str, Any] = json.loads(written(match, seat, **more))
    return facts


def signed_by(key: PrivateKey, facts: Mapping[str, Any]) -> bytes:
    """These facts under the signature of a key, whatever they say."""
    own = {name: value for name, value in facts.items() if name not in ("key", "signature")}
    return write_statement(own, key)


def turn_mail(
    match: Match,
    reader: int = 0,
    answers: Incoming | None = None,
    clock: GameClock | None = None,
    **changes: Any,
) -> bytes:
    """The mail after a ply, in answer to a mail; `changes` make what the server signs wrong on purpose."""
    attached = written(match, reader, letter_ids(answers.letters) if answers else ())
    if clock is not None:
        facts = write_facts(Facts(clocks=(clock,)), attached, match.server)
        return carrying(attached, match, beside={FACTS: facts})
    if changes:
        attached = signed_by(match.server, {**json.loads(attached), **changes})
    return carrying(attached, match)


def carrying(
    attached: bytes, match: Match, name: str = POSITION, beside: Mapping[str, bytes] | None = None
) -> bytes:
    """A mail with this position attached, over the true checkpoint of the game."""
    book = match.book
    drawn = board(view(book.game, 0), book.shown_names(), 0)
    text = f"{TOLD}\n\n{drawn}\n\n{write_line(book.checkpoint(match.server))}\n"
    return server_mail(text, "", {name: attached, **(beside or {})}, book.opening.game)


@dataclass(frozen=True)
class Said:
    """What the server answers: its words, why it refuses if it does, and the facts for programs."""

    words: str
    refused: str = ""
    facts: Facts = NO_FACTS


def refusing(code: str, why: str = "for a good reason") -> Said:
    """A refusal. Its sentence is whatever a translator makes of it."""
    return Said(f"That did not work ({code}):\n\n{why}\n", code)


def answer_mail(
    text: str | Said,
    to: Incoming | None = None,
    files: dict[str, bytes] | None = None,
    *,
    key: PrivateKey | None = None,
    **changes: Any,
) -> bytes:
    """A mail with its receipt: the answer to a mail of the player, or a notice."""
    told = text if isinstance(text, Said) else Said(text)
    said: dict[str, Any] = {
        "server": SERVER,
        "handle": "anna",
        "at": 0,
        "mail": to.message_id if to else "",
        "answers": letter_ids(to.letters) if to else (),
        "refused": told.refused,
        "said": told.words,
    }
    receipt = write_receipt(Receipt(**{**said, **changes}), key or server_key())
    facts = write_facts(told.facts, receipt, key or server_key())
    attached = {**(files or {}), RECEIPT: receipt, FACTS: facts}
    return server_mail(told.words, to.message_id if to else "", attached)


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


Answer = Callable[[Incoming], "list[bytes | Refused]"]
"""What comes back for a mail that was sent."""


def answering(*texts: str | Said, last: Incoming | None = None) -> Answer:
    """Answers each mail with the next of these texts. Plain words are about the last letter before them."""
    waiting, letters = list(texts), [letter_ids(last.letters) if last else ()]

    def answer(mail: Incoming) -> list[bytes | Refused]:
        letters.extend([letter_ids(mail.letters)] if mail.letters else [])
        return [answer_mail(waiting.pop(0), mail, answers=letters[-1])]

    return answer


class Pretend:
    """The two ends of a player's post: a mailer and a mailbox that go nowhere."""

    def __init__(self) -> None:
        self.sent: list[EmailMessage] = []
        self.arriving: deque[bytes | Refused] = deque()
        self._lying: list[bytes] = []
        self.watermark = Watermark()
        self.answer: Answer = _silent

    @property
    def lines(self) -> Lines:
        """What a client gets that shall correspond over these."""
        return Lines(lambda _account: self, lambda *_: self, first_pause=0.0)  # type: ignore[arg-type,return-value]

    def connect(self) -> None:
        """Always ready."""

    def send(self, message: EmailMessage) -> None:
        self.sent.append(message)
        self.arriving.extend(self.answer(self.received()))

    def received(self, number: int = -1) -> Incoming:
        """A mail that was sent, as the server reads it."""
        return read_mail(self.sent[number].as_bytes(), SERVER)

    def look(self) -> list[FoundMail]:
        if self.arriving and isinstance(self.arriving[0], Refused):
            raise self.arriving.popleft()  # type: ignore[misc]
        while self.arriving and not isinstance(self.arriving[0], Refused):
            self._lying.append(self.arriving.popleft())  # type: ignore[arg-type]
        return [FoundMail(uid, len(raw)) for uid, raw in enumerate(self._lying, 1) if self._is_due(uid)]

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


def _silent(mail: Incoming) -> list[bytes | Refused]:
    return []


@contextmanager
def corresponding(folder: Path, profile: Profile | None = None) -> Iterator[tuple[Correspondence, Pretend]]:
    """A player whose post is pretended."""
    pretend = Pretend()
    profile = profile or make_profile()
    key = player_key(profile.handle)
    with Correspondence(Home(folder, folder), profile, key, lines=pretend.lines) as post:
        yield post, pretend


def no_post() -> NoPost:
    return NoPost("post/imap", "the line is cut")

"""A player at home: a profile and a key on disk, a pretended post, and the client's commands."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from client.cli import app
from client.outbox.outbox import Outbox
from client.outbox.pending import PendingLetter
from client.post.lines import Lines
from client.profile.home import Home
from client.profile.profile import Profile, write_profile
from engine.bots import choose
from engine.record.keyring.keyfile import lock
from engine.record.letters.kinds.move import Move
from engine.record.letters.post import open_letter
from engine.record.letters.schema import Letter
from engine.rules import view
from server.mail.reading import Incoming
from tests.client.pretend import Pretend, Said, answering, make_profile, new_game, turn_mail
from tests.engine.record.club import Match, player_key

GAME = "game-1"


class AtHome:
    """Anna, who has seat 0 of a game of three; the others move right after her."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, profile: Profile | None = None) -> None:
        self.home = Home(folder, folder)
        self.pretend = Pretend()
        self.match = new_game()
        write_profile(self.home, profile or make_profile())
        self.home.key.write_bytes(lock(player_key("anna"), "", b""))
        self.home.key.chmod(0o600)
        monkeypatch.setenv("GRUBENPOST_HOME", str(folder))
        monkeypatch.setenv("LANG", "C.UTF-8")
        monkeypatch.delenv("FORCE_COLOR", raising=False)

    @property
    def lines(self) -> Lines:
        return replace(self.pretend.lines, mailbox=self._mailbox)

    def _mailbox(self, account: object, server: str, watermark: Any) -> Any:
        self.pretend.watermark = watermark
        return self.pretend

    def run(self, *words: str, typed: str = "", **env: str) -> Result:
        result = CliRunner().invoke(app, list(words), input=typed, env=env, obj=self.lines)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    def must(self, *words: str, typed: str = "", **env: str) -> str:
        result = self.run(*words, typed=typed, **env)
        assert result.exit_code == 0, (words, result.output)
        return str(result.stdout)

    def json(self, *words: str) -> Any:
        return json.loads(self.must(*words, "--json"))

    # The other end

    def begin(self) -> None:
        """The game begins, and it is Anna's turn; she has fetched that."""
        self.pretend.arriving.extend(self.others())
        self.pretend.answer = self.take_move
        self.must("fetch")

    def others(self, answers: Incoming | None = None) -> list[bytes]:
        """Every turn mail that comes until it is Anna's turn again."""
        mails = [turn_mail(self.match, answers=answers)]
        while not self.game.over and self.game.turn != 0:
            self.match.move(choose("greedy", view(self.game, self.game.turn), Random(self.game.ply)))
            mails.append(turn_mail(self.match))
        return mails

    @property
    def game(self) -> Any:
        return self.match.book.game

    def take_move(self, mail: Incoming) -> list[Any]:
        """As the server does: known letters are passed over in silence."""
        (raw,) = mail.letters
        if raw in self.taken:
            return []
        self.taken.append(raw)
        self.match.book.take_move(raw, self.match.now)
        return list(self.others(mail))

    def answer_with(self, *texts: str | Said) -> None:
        """Answer each mail with the next of these texts."""
        sent = [self.pretend.received(number) for number in range(len(self.pretend.sent))]
        last = [mail for mail in sent if mail.letters][-1:]
        self.pretend.answer = answering(*texts, last=last[0] if last else None)

    @property
    def taken(self) -> list[bytes]:
        self.__dict__.setdefault("_taken", [])
        taken: list[bytes] = self.__dict__["_taken"]
        return taken

    def letter(self, number: int = -1) -> Letter:
        """A letter that was sent, as the server reads it."""
        (raw,) = self.pretend.received(number).letters
        return open_letter(raw, lambda _: [player_key("anna").public]).letter

    def moves(self) -> list[str]:
        letters = [self.letter(number) for number in range(len(self.pretend.sent))]
        return [letter.action for letter in letters if isinstance(letter, Move)]

    def ids(self) -> list[str]:
        return [str(mail["Message-ID"]) for mail in self.pretend.sent]

    def waiting(self) -> list[PendingLetter]:
        return Outbox(self.home.outbox).all()


def a_move(match: Match) -> str:
    """Something legal for Anna."""
    return choose("greedy", view(match.book.game, 0), Random(1)).write()

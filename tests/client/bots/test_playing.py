"""Whole games by mail, played by bots against a pretended server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from client.bots.by_mail import play_bot, play_due
from client.bots.seat import BotSeat
from client.exchange.correspondence import Correspondence
from client.refusals import Declined
from engine.bots import choose
from engine.errors import Refused
from engine.record.letters.post import open_letter
from engine.rules import view
from server.mail.reading import Incoming
from tests.client.pretend import (
    Pretend,
    Said,
    answer_mail,
    corresponding,
    new_game,
    no_post,
    refusing,
    turn_mail,
)
from tests.engine.record.club import Match, player_key

GAME = "game-1"


class Host:
    """The server, and the other two players: their moves come right after Anna's."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.moves: list[str] = []
        self.trouble: list[Said | Refused] = []
        self.others_think = False

    def others(self) -> list[bytes]:
        """Every turn mail that comes until it is Anna's turn again."""
        mails = [turn_mail(self.match)]
        game = self.match.book.game
        while not game.over and game.turn != 0 and not self.others_think:
            self.match.move(choose("greedy", view(game, game.turn), Random(game.ply)))
            mails.append(turn_mail(self.match))
            game = self.match.book.game
        return mails

    def answer(self, mail: Incoming) -> list[bytes | Refused]:
        (raw,) = mail.letters
        letter = open_letter(raw, lambda _: [player_key("anna").public]).letter
        if hasattr(letter, "text"):
            return [turn_mail(self.match, answers=mail)]
        if self.trouble and isinstance(self.trouble[0], Said):
            return [answer_mail(self.trouble.pop(0), mail)]  # type: ignore[arg-type]
        self.match.book.take_move(raw, self.match.now)
        self.moves.append(letter.action)  # type: ignore[attr-defined]
        came: list[bytes | Refused] = [*self.others()]
        return [*self.trouble, *came]


Table = tuple[BotSeat, Host, Pretend, Correspondence]


@pytest.fixture
def table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[BotSeat, Host, Pretend, Correspondence]]:
    monkeypatch.setattr("client.bots.by_mail.PAUSE", 0.0)
    with corresponding(tmp_path) as (post, pretend):
        host = Host(new_game())
        pretend.answer = host.answer
        pretend.arriving.extend(host.others())
        yield BotSeat(post, GAME), host, pretend, post


def test_a_bot_plays_a_whole_game(table: Table) -> None:
    seat, host, _, _ = table
    seen: list[int] = []
    last = play_bot(seat, "greedy", Random(1), lambda turn: seen.append(turn.position.ply))
    assert last.position.over
    assert host.match.book.game.over
    assert seen == sorted(seen)
    assert len(host.moves) > 20


def test_a_bot_goes_on_after_trouble(table: Table) -> None:
    """The line is cut after every move: the position is asked for again."""
    seat, host, _, _ = table
    host.trouble = [no_post()]
    assert play_bot(seat, "random", Random(1)).position.over


def test_a_bot_whose_move_is_refused_stops(table: Table) -> None:
    seat, host, _, _ = table
    host.trouble = [refusing("move/stale", "too late")]
    with pytest.raises(Declined, match="too late"):
        play_bot(seat, "greedy", Random(1))


def test_what_is_due_is_played_and_no_more(table: Table) -> None:
    seat, host, pretend, post = table
    host.others_think = True
    turn = play_due(seat, "greedy", Random(1))
    assert len(host.moves) == 1
    assert not turn.mine
    assert play_due(BotSeat(post, GAME), "greedy", Random(1)) == turn
    assert len(host.moves) == 1
    host.others_think = False
    pretend.arriving.extend(host.others())
    host.others_think = True
    play_due(BotSeat(post, GAME), "greedy", Random(1))
    assert len(host.moves) == 2

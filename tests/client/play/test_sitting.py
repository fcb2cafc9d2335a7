"""A person's game by mail from turn to turn, against a pretended server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from client.bots.seat import BotSeat
from client.play.chooser import Person
from client.play.mail_seat import Sitting
from client.play.talk import Left
from tests.client.bots.test_playing import GAME, Host
from tests.client.play.script import PLAIN, Script
from tests.client.pretend import corresponding, new_game, refusing

Table = tuple[BotSeat, Host]
TOO_LATE = refusing("move/stale", "too late")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with corresponding(tmp_path) as (post, pretend):
        host = Host(new_game())
        pretend.answer = host.answer
        pretend.arriving.extend(host.others())
        yield BotSeat(post, GAME), host


def sit(seat: BotSeat, script: Script) -> Sitting:
    return Sitting(seat, Person(PLAIN, script, screen=False), PLAIN, script.tell)


def test_a_whole_game_by_numbers(table: Table) -> None:
    seat, host = table
    script = Script([])

    def answers() -> Iterator[str]:
        while True:
            prompt = script.prompts[-1]
            yield "nothing" if prompt.startswith("mine") else "y" if prompt.startswith("Play") else "1"

    script.answer_with(answers())
    assert sit(seat, script).play_out().ended
    assert host.match.book.game.over
    assert "The game is over: " in script.heard[-1]
    assert "What happened:" in script.all
    assert "Anna (A), you" in script.all
    assert f"Your move is on its way: {host.moves[0]}" in script.all


def test_a_refused_move_is_told_and_asked_again(table: Table) -> None:
    seat, host = table
    host.trouble = [TOO_LATE]
    script = Script(["1", "y", "1", "y"])
    with pytest.raises(Left):
        sit(seat, script).play_out()
    assert "Your move was not taken." in script.all
    assert "too late" in script.all
    assert len(host.moves) == 1


def test_leaving_keeps_the_game(table: Table, tmp_path: Path) -> None:
    seat, host = table
    with pytest.raises(Left):
        sit(seat, Script(["1", "y", "q"])).play_out()
    with corresponding(tmp_path) as (again, other_end):
        other_end.answer = host.answer
        back = BotSeat(again, GAME)
        assert back.kept.started
        assert back.catch_up().facts["checkpoint"] == seat.turn.checkpoint

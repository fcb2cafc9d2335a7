"""`grubenpost play` from the board to the receipt, with a pretended post."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.rules import Draw, legal_actions
from tests.client.athome import GAME, AtHome
from tests.client.pretend import refusing


@pytest.fixture
def anna(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AtHome:
    anna = AtHome(tmp_path, monkeypatch)
    anna.begin()
    return anna


def test_a_turn_is_sealed_sent_and_receipted(anna: AtHome) -> None:
    ply = anna.game.ply
    said = anna.must("play", GAME, typed="1\ny\n")
    assert len(anna.moves()) == 1
    assert anna.moves()[0].startswith("draft ")
    assert anna.game.ply > ply
    assert f"Your move is on its way: {anna.moves()[0]}" in said
    assert "It is your turn again." in said
    assert anna.waiting() == []


def test_the_game_may_be_left_out_if_there_is_only_one(anna: AtHome) -> None:
    anna.must("play", typed="1\ny\n")
    assert len(anna.moves()) == 1


def test_what_is_not_agreed_on_is_not_sent(anna: AtHome) -> None:
    for typed in ("", "1\n", "1\nn\n", "h\n?\nq\n", "1\nq\n"):
        assert "Nothing was sent" in anna.must("play", GAME, typed=typed)
    assert anna.pretend.sent == []


def test_staying_plays_on(anna: AtHome) -> None:
    anna.must("play", GAME, "--stay", typed="1\ny\n1\ny\n1\ny\n")
    assert len(anna.moves()) == 3


def test_a_draw_is_followed_by_the_choice(anna: AtHome) -> None:
    while anna.game.shift == 0:
        anna.must("play", GAME, typed="1\ny\n")
    draw = next(action for action in legal_actions(anna.game) if isinstance(action, Draw))
    said = anna.must("play", GAME, typed=f"{draw.write()}\ny\nkeep none\n1\ny\n")
    assert "Drawn, for your eyes only" in said
    assert [move.split()[0] for move in anna.moves()[-2:]] == [draw.write().split()[0], "keep"]


def test_if_it_is_not_your_turn_the_mailbox_is_read_first(anna: AtHome) -> None:
    anna.pretend.answer = lambda mail: anna.take_move(mail)[:1]
    anna.must("play", GAME, typed="1\ny\n")
    refused = anna.run("play", GAME, typed="1\ny\n")
    assert refused.exit_code == 1
    assert "'s turn" in refused.output
    anna.pretend.arriving.extend(anna.others())
    anna.must("play", GAME, typed="1\ny\n")
    assert len(anna.moves()) == 2


def test_a_refusal_of_the_server_is_told(anna: AtHome) -> None:
    anna.answer_with(refusing("move/stale", "too late"))
    result = anna.run("play", GAME, typed="1\ny\n")
    assert result.exit_code == 1
    assert "too late" in result.output


def test_lessons_on_request(anna: AtHome) -> None:
    assert "Lesson 1 of 7" in anna.must("play", GAME, "--lessons", typed="q\n")
    assert "Lesson" not in anna.must("play", GAME, typed="q\n")


def test_in_other_languages(anna: AtHome) -> None:
    said = anna.must("play", GAME, typed="h\nq\n", GRUBENPOST_LANGUAGE="de")
    assert "Der Steiger würde ziehen" in said
    said = anna.must("play", GAME, typed="h\nq\n", GRUBENPOST_LANGUAGE="ru")
    assert "Штейгер" in said

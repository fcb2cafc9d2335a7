"""What the client shows of what it knows, without asking anybody."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from client.refusals import NoPost
from tests.client.athome import GAME, AtHome, a_move
from tests.client.pretend import turn_mail

COLOURS = re.compile(r"\x1b\[[\d;]*m")


# Looking


def test_fetch_tells_where_games_stand(anna: AtHome) -> None:
    assert anna.must("fetch") == "Nothing new.\n"
    anna.pretend.arriving.extend(anna.others())
    assert anna.must("fetch") == f"{GAME}: it is your turn (move {anna.game.ply}).\n"
    assert anna.must("fetch") == "Nothing new.\n"


def test_fetch_from_a_file_and_from_a_pipe_needs_no_post(anna: AtHome, tmp_path: Path) -> None:
    first, *more = anna.others()
    anna.pretend.arriving.append(NoPost("post/imap", "nobody must ask"))
    (tmp_path / "mail.eml").write_bytes(first)
    assert "move 0" in anna.must("fetch", str(tmp_path / "mail.eml"))
    for mail in more:
        anna.must("fetch", "-", typed=mail.decode("latin-1"))
    assert anna.json("status")[0]["ply"] == anna.game.ply


def test_a_file_that_is_not_there_and_one_that_is_no_mail(anna: AtHome, tmp_path: Path) -> None:
    result = anna.run("fetch", str(tmp_path / "none.eml"))
    assert (result.exit_code, "none.eml" in result.output) == (1, True)
    (tmp_path / "forged.eml").write_bytes(turn_mail(anna.match, head="0" * 64))
    assert anna.run("fetch", str(tmp_path / "forged.eml")).exit_code == 1
    assert anna.json("status") == []


def test_status(playing: AtHome) -> None:
    facts = playing.json("status")[0]
    assert (facts["game"], facts["mine"], facts["state"]) == (GAME, True, "running")
    assert facts["new"] == playing.game.ply
    assert f"{GAME}: YOUR TURN since " in playing.must("status")
    playing.must("board", GAME)
    assert playing.json("status")[0]["new"] == 0


def test_the_board_and_the_list_are_the_players_own(playing: AtHome) -> None:
    facts = playing.json("board", GAME)
    assert facts["seat"] == 0
    assert facts["position"]["ply"] == playing.game.ply
    assert "(you)" in playing.must("board")
    entries = playing.json("legal", GAME)
    shown = playing.must("legal", GAME)
    for entry in entries:
        assert re.search(rf"^ *{entry['number']}  {re.escape(entry['move'])}\b", shown, re.M)


def test_colours_change_no_word(playing: AtHome) -> None:
    for command in ("board", "legal", "score"):
        plain, coloured = playing.must(command), playing.must(command, FORCE_COLOR="1")
        assert plain != coloured
        assert COLOURS.sub("", coloured) == plain
        assert playing.must(command, FORCE_COLOR="1", NO_COLOR="1") == plain


def test_the_story(playing: AtHome) -> None:
    playing.must("move", GAME, a_move(playing.match), "--yes")
    since = playing.must("since")
    assert "What happened:" in since
    history = playing.must("history")
    assert history.endswith(since)
    told = playing.json("history")
    assert [part["ply"] for part in told] == sorted({part["ply"] for part in told})
    assert len(playing.json("history", "--from", "3")) < len(told)


def test_the_language_of_the_profile(playing: AtHome) -> None:
    text = playing.home.profile.read_text("utf-8").replace('language = "en"', 'language = "de"')
    playing.home.profile.write_text(text, "utf-8")
    assert playing.must("board") != playing.must("board", GRUBENPOST_LANGUAGE="en")


@pytest.mark.parametrize("command", ["board", "legal", "score", "since", "history"])
def test_what_is_not_known_is_said(command: str, anna: AtHome) -> None:
    result = anna.run(command, "nogame")
    assert result.exit_code == 1
    assert "nothing is known here of a game nogame" in " ".join(result.output.split())
    assert anna.run(command).exit_code == 1


def test_a_damaged_game_is_named(playing: AtHome) -> None:
    (playing.home.games / f"{GAME}.json").write_text("{")
    result = playing.run("status")
    assert (result.exit_code, "is damaged: delete it" in " ".join(result.output.split())) == (1, True)

"""The mail command `archive`: the file that proves the game, and others to look at and to study."""

from __future__ import annotations

import pytest

from engine.library.chronicle import read_chronicle
from engine.library.transcript import transcript
from engine.record.archive.verify import verify
from server.desk.commands import archive
from tests.server.house import House, Member
from tests.server.playing import make_table


@pytest.fixture
def over(house: House) -> tuple[Member, str]:
    """Somebody whose game was given up, and so is closed."""
    members, game = make_table(house, 2)
    for member in members:
        member.ask(f"abandon {game}")
    return members[0], game


def test_usually_it_is_the_archive_with_a_page_to_look_at(over: tuple[Member, str]) -> None:
    anna, game = over
    (got,) = anna.ask(f"archive {game}")
    assert set(got.enclosed) == {f"grubenpost-{game}.json", f"grubenpost-{game}.html"}
    data = got.files[f"grubenpost-{game}.json"]
    assert verify(data).state == "abandoned"
    assert got.files[f"grubenpost-{game}.html"].lower().startswith(b"<!doctype html>")
    assert f"grubenpost verify grubenpost-{game}.json" in got.text


def test_what_is_asked_for_is_sent(over: tuple[Member, str]) -> None:
    anna, game = over
    (got,) = anna.ask(f"archive {game} json")
    data = got.files[f"grubenpost-{game}.json"]
    assert set(got.enclosed) == {f"grubenpost-{game}.json"}
    (got,) = anna.ask(f"archive {game.upper()} MD, csv")
    names = {f"grubenpost-{game}{ending}" for ending in (".md", ".moves.csv", ".scores.csv")}
    assert set(got.enclosed) == names
    assert got.files[f"grubenpost-{game}.md"].decode() == transcript(read_chronicle(data))
    kinds = {part.get_filename(): part.get_content_type() for part in got.message.iter_attachments()}
    assert {kinds[name] for name in names} == {"text/markdown", "text/csv"}
    assert "grubenpost verify" not in got.text


def test_it_comes_in_the_readers_language(over: tuple[Member, str]) -> None:
    anna, game = over
    (got,) = anna.ask(f"archive {game} md")
    english = got.files[f"grubenpost-{game}.md"]
    anna.ask("set language de")
    (got,) = anna.ask(f"archive {game} md")
    assert got.files[f"grubenpost-{game}.md"] != english


def test_a_page_that_is_too_large_is_not_sent_unasked(
    over: tuple[Member, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, game = over
    monkeypatch.setattr(archive, "LARGEST_PAGE", 1000)
    (got,) = anna.ask(f"archive {game}")
    assert set(got.enclosed) == {f"grubenpost-{game}.json"}
    (got,) = anna.ask(f"archive {game} html")
    assert set(got.enclosed) == {f"grubenpost-{game}.html"}


def test_of_a_running_game_there_is_only_what_is_public(house: House) -> None:
    members, game = make_table(house, 2)
    (got,) = members[0].ask(f"archive {game}")
    assert set(got.enclosed) == {f"grubenpost-{game}.json"}
    assert verify(got.files[f"grubenpost-{game}.json"]).state == "running"
    (got,) = members[0].ask(f"archive {game} html")
    assert "archive/running" in got.text
    assert got.enclosed == {}


@pytest.mark.parametrize("odd", ["pdf", "html html html html html", "../x"])
def test_odd_wishes_are_answered_with_how_it_is_written(over: tuple[Member, str], odd: str) -> None:
    anna, game = over
    (got,) = anna.ask(f"archive {game} {odd}")
    assert got.enclosed == {}
    assert "archive k3t9qa" in got.text

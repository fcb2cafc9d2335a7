"""The public games under way: pages and feeds that are written anew after each move."""

from __future__ import annotations

from pathlib import Path
from threading import Event
from xml.etree import ElementTree as ET

import pytest

from engine.record.archive.verify import verify
from server.host.archives.site import Built, build_site
from server.host.archives.site.following import follow
from tests.server.house import House, Member
from tests.server.playing import make_club, play_on, start_game

ATOM = "{http://www.w3.org/2005/Atom}"


def build(house: House, folder: Path, language: str = "en") -> Built:
    return build_site(house.ledger, house.settings.key, house.server, folder, language, lambda ids, _: ids)


def club(house: House) -> tuple[list[Member], str, str]:
    """A public game of two, and a private one of the others."""
    members = make_club(house)
    return members[:2], start_game(members[:2], "pace=daily"), start_game(members[2:], "private=yes")


def read_feed(file: Path) -> list[dict[str, str]]:
    """The entries of a feed, which has all that it must have."""
    feed = ET.parse(file).getroot()
    for name in ("id", "title", "updated", "author", "link"):
        assert feed.find(f"{ATOM}{name}") is not None, name
    entries = []
    for entry in feed.findall(f"{ATOM}entry"):
        entries.append({part.tag.removeprefix(ATOM): part.text or part.get("href", "") for part in entry})
        assert set(entries[-1]) == {"id", "title", "updated", "link", "content"}
        assert (file.parent / entries[-1]["link"]).resolve().is_file()
    assert len({entry["id"] for entry in entries}) == len(entries)
    return entries


def test_a_game_from_its_first_ply_to_its_replay(house: House, tmp_path: Path) -> None:
    players, game, private = club(house)
    play_on(players, 5)
    site = tmp_path / "site"
    assert build(house, site).live == 1
    page = (site / f"games/{game}.html").read_text("utf-8")
    assert f"Game {game}, move 5: it&#x27;s " in page
    assert f"../feeds/{game}.xml" in page
    assert "mailto:" not in page
    assert "<script" not in page
    assert verify((site / f"games/{game}.json").read_bytes()).state == "running"
    listed = (site / "live.html").read_text("utf-8")
    assert f"games/{game}.html" in listed
    assert len(read_feed(site / f"feeds/{game}.xml")) == 5
    assert [entry["title"] for entry in read_feed(site / "feed.xml")] == [
        f"Game {game} has begun: Anna, Ben Bäcker"
    ]
    assert build(house, site).written == [], "what is right is left alone"
    everything = "".join(file.read_text("utf-8") for file in site.rglob("*.*"))
    assert private not in everything
    assert "Клара" not in everything
    play_on(players, 1)
    assert {f"games/{game}.html", f"feeds/{game}.xml", "live.html"} <= set(build(house, site).written)
    play_on(players, bot="random")
    built = build(house, site)
    assert (built.games, built.live) == (1, 0)
    assert "<script" in (site / f"games/{game}.html").read_text("utf-8"), "now it is the replay"
    assert "the game is over" in read_feed(site / f"feeds/{game}.xml")[0]["title"]
    assert "is over: " in read_feed(site / "feed.xml")[0]["title"]


@pytest.mark.parametrize(("language", "said"), [("de", "Partien im Gange"), ("ru", "Идущие партии")])
def test_other_languages(house: House, tmp_path: Path, language: str, said: str) -> None:
    _, game, _ = club(house)
    build(house, tmp_path / "site", language)
    assert said in (tmp_path / "site/live.html").read_text("utf-8")
    assert f'<html lang="{language}">' in (tmp_path / f"site/games/{game}.html").read_text("utf-8")


def test_a_game_that_was_given_up_keeps_its_address(house: House, tmp_path: Path) -> None:
    players, game, _ = club(house)
    for player in players:
        player.ask(f"abandon {game}")
    built = build(house, tmp_path / "site")
    assert (built.games, built.live) == (0, 0)
    assert "the game was abandoned" in (tmp_path / f"site/games/{game}.html").read_text("utf-8")
    assert game not in (tmp_path / "site/live.html").read_text("utf-8")
    assert "the game was abandoned" in read_feed(tmp_path / f"site/feeds/{game}.xml")[0]["title"]


def test_following_writes_after_each_move_and_at_no_other_time(house: House, tmp_path: Path) -> None:
    players, game, _ = club(house)
    stop = Event()
    looks = follow(house.ledger, lambda: build(house, tmp_path / "site"), stop, every=0.0)
    assert f"games/{game}.html" in next(looks).written
    play_on(players, 1)
    assert f"games/{game}.html" in next(looks).written
    players[1].ask("forget me")
    assert f"games/{game}.html" in next(looks).written
    assert not any("Bäcker" in file.read_text("utf-8") for file in (tmp_path / "site").rglob("*.*"))
    stop.set()
    assert list(looks) == []

"""The page as a text: what is in it, and what can't get into it."""

from __future__ import annotations

import base64
import json
import re
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from engine.errors import BadRecord, Refused
from engine.library.replay import page as making
from engine.library.replay import replay_page
from engine.library.replay.scenes import scene
from engine.library.replay.words import WORDS
from engine.record.archive import archive
from engine.rules import Game, new_game, parse, play
from engine.tongue import LANGUAGES
from tests.engine.library.replay.shown import SAVES, part_of, saved_page, signed_page
from tests.engine.record.club import finished_archive, refusal, running_archive, told

HERE = Path(making.__file__).parent
MOST = 500_000
SAVED = sorted(path.stem for path in SAVES.glob("*.json"))

HOSTILE = (
    "</script><script>alert(1)</script>",
    "<!--<script>",
    "&amp &quot a=b&c",
    "]]><img src=x onerror=alert(1)>",
    '"\\u003c/script\\u003e',
    "[[archive]]",
    "~1~ and {who} %s",
    "عنّا בּ",
)


def facts_of(name: str) -> dict[str, Any]:
    facts: dict[str, Any] = json.loads((SAVES / f"{name}.json").read_bytes())
    return facts


def positions(facts: dict[str, Any]) -> list[Game]:
    options = facts["options"]
    found = [
        new_game(options["players"], **facts["stacks"], start=facts["start"], face_down=options["face_down"])
    ]
    for ply in facts["plies"]:
        found.append(play(found[-1], parse(ply["action"]), ply["seat"]).game)
    return found


class Elements(HTMLParser):
    """The elements of a page, and whatever it would load."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.scripts: list[dict[str, str | None]] = []
        self.loads: list[str | None] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "script":
            self.scripts.append(given)
        self.loads += [given[name] for name in ("src", "href", "action", "style") if name in given]


@pytest.mark.parametrize("name", SAVED)
def test_every_saved_game_becomes_one_small_page(name: str) -> None:
    page = saved_page(name) if name != "4p-greedy-face-down" else saved_page()
    assert len(page.encode()) < MOST
    assert part_of(page, "archive").encode() == (SAVES / f"{name}.json").read_bytes()


def test_a_signed_game_of_four_is_small_too() -> None:
    assert len(signed_page().encode()) < MOST
    assert part_of(signed_page(), "archive").encode() == finished_archive(1, 4)


@pytest.mark.parametrize("name", SAVED)
def test_the_scenes_are_those_of_the_rules(name: str) -> None:
    facts = facts_of(name)
    shown = part_of(saved_page(name), "content")
    here = shown["opening"]
    games = positions(facts)
    assert here == scene(games[0])
    for ply, game in zip(shown["plies"], games[1:], strict=True):
        here = {**here, **ply["changes"]}
        assert here == scene(game)


def test_the_moves_are_those_of_the_archive() -> None:
    facts = facts_of("3p-coal-shortage")
    shown = part_of(saved_page("3p-coal-shortage"), "content")
    moves = [
        {"ply": number, "seat": ply["seat"], "action": ply["action"]}
        for number, ply in enumerate(shown["plies"])
    ]
    assert moves == facts["plies"]
    assert (shown["final"], shown["scorings"]) == (facts["final"], facts["scorings"])
    assert [ply["scored"] for ply in shown["plies"] if ply["scored"]] == [1, 2, 3]


def test_every_ply_is_told_in_every_language_with_whole_names() -> None:
    shown = part_of(signed_page(), "content")
    assert set(shown["told"]) == set(shown["words"]) == set(LANGUAGES)
    for told_plies in shown["told"].values():
        assert len(told_plies) == len(shown["plies"])
        assert all(told_plies)
        assert not any(re.search(r"~\d~", text) for text in told_plies)
    everything = " ".join(shown["told"]["en"])
    assert all(name in everything for name in ("Anna", "Ben Bäcker", "Clara", "Дмитрий"))


def test_the_page_loads_nothing_and_runs_only_its_own_script() -> None:
    page = saved_page()
    found = Elements(page)
    assert found.loads == ["data:,"]
    assert [script.get("type") for script in found.scripts] == [
        "application/json",
        "application/json",
        "module",
    ]
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', page)
    assert "unsafe" not in policy
    assert policy.startswith("default-src &#x27;none&#x27;")
    for tag in ("style", 'script type="module"'):
        (source,) = re.findall(rf"<{tag}>(.*?)</{tag.split()[0]}>", page, re.DOTALL)
        assert base64.b64encode(sha256(source.encode()).digest()).decode() in policy


def renamed(*names: str) -> bytes:
    facts = facts_of("4p-greedy-face-down")
    facts["names"] = [{"name": name} for name in names]
    return archive.write(facts)


@pytest.mark.parametrize("first", [0, 4])
def test_hostile_names_stay_text(first: int) -> None:
    names = HOSTILE[first : first + 4]
    page = replay_page(renamed(*(name[:40] for name in names)))
    assert len(Elements(page).scripts) == 3
    assert [player["name"] for player in part_of(page, "content")["players"]] == [n[:40] for n in names]
    assert "\u2028" not in page


def test_hostile_notes_stay_text() -> None:
    hostile = "</script><script>alert(1)</script>\u2028"
    page = replay_page(
        (SAVES / "2p-greedy.json").read_bytes(), notes=[{"ply": 3, "text": hostile, "best": hostile}]
    )
    assert len(Elements(page).scripts) == 3
    (note,) = part_of(page, "content")["notes"]
    assert note == {"ply": 3, "best": hostile, "loss": 0, "lead": None, "text": hostile}


@pytest.mark.parametrize(
    "note",
    [
        {},
        {"ply": -1},
        {"ply": 86},
        {"ply": True},
        {"ply": "3"},
        {"ply": 3, "loss": "much"},
        {"ply": 3, "loss": float("nan")},
        {"ply": 3, "best": 5},
        {"ply": 3, "text": None},
        "note",
    ],
)
def test_a_note_that_fits_nothing_is_refused(note: Any) -> None:
    with pytest.raises(Refused, match="note"):
        replay_page((SAVES / "2p-greedy.json").read_bytes(), notes=[note])


def test_an_archive_that_does_not_prove_itself_gives_no_page() -> None:
    facts = told(finished_archive(1, 2))
    facts["plies"][10]["action"] = "bank"
    assert isinstance(refusal(replay_page, archive.write(facts)), BadRecord)
    assert isinstance(refusal(replay_page, facts), BadRecord)


def test_a_running_game_gives_no_page() -> None:
    error = refusal(replay_page, running_archive())
    assert error.code == "archive/running"


def test_the_members_do_as_well_as_the_bytes() -> None:
    assert replay_page(told(finished_archive(1, 2))) == replay_page(finished_archive(1, 2))


def test_a_page_opens_in_its_language_and_in_english_for_an_unknown_one() -> None:
    data = (SAVES / "2p-greedy.json").read_bytes()
    assert '<html lang="de">' in replay_page(data, language="de")
    assert '<html lang="en">' in replay_page(data, language="tlh")


def test_every_part_is_in_the_page_once() -> None:
    assert sorted(making._SCRIPTS) == sorted(path.stem for path in (HERE / "script").iterdir())
    assert sorted(making._STYLES) == sorted(path.stem for path in (HERE / "style").iterdir())


def test_every_word_is_asked_for() -> None:
    """By its whole name, or by the beginning of it that the script completes."""
    source = making._script() + (HERE / "page.html").read_text("utf-8")
    quoted = set(re.findall(r"[\"'`]([\w.]+)[\"'`]", source)) | set(re.findall(r"`([\w.]+)\$\{", source))
    unused = [
        name for name in WORDS if name not in quoted and name.rstrip(name.rpartition(".")[2]) not in quoted
    ]
    assert unused == []

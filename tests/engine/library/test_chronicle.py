"""A chronicle is the game itself, played again."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from engine.library.chronicle import ABANDONED, FINISHED, chronicle, read_chronicle
from engine.record.archive import archive
from tests.engine.record.club import finished_archive, new_match, refusal, running_archive, told

SAVES = Path(__file__).parents[3] / "saves"


@pytest.mark.parametrize("path", sorted(SAVES.glob("*.json")), ids=lambda path: path.stem)
def test_a_saved_game_ends_as_its_archive_says(path: Path) -> None:
    facts = json.loads(path.read_bytes())
    game = read_chronicle(path.read_bytes(), path.stem)
    assert game.game == facts.get("game", path.stem)
    assert game.state == FINISHED
    assert game.end.vp == [row["vp"] for row in facts["final"]]
    assert [ply.action.write() for ply in game.plies] == [ply["action"] for ply in facts["plies"]]
    assert game.points[0] == [0] * game.players
    assert game.points[-1] == game.end.vp
    assert len(set(game.names)) == game.players, "everyone is called differently"


def test_a_signed_game_tells_when_it_was_played() -> None:
    game = read_chronicle(finished_archive(1, 4))
    assert (game.game, game.server) == ("game-1", "pit.example.org")
    assert game.names == ("Anna", "Ben Bäcker", "Clara", "Дмитрий")
    times = [ply.at for ply in game.plies]
    assert None not in times
    assert times == sorted(times, key=lambda at: at or 0)
    assert game.begun_at is not None
    assert game.ended_at is not None
    assert game.begun_at < (times[0] or 0) <= (times[-1] or 0) <= game.ended_at


def test_a_forgotten_player_is_called_by_the_handle() -> None:
    facts = told(finished_archive(1, 4))
    facts["names"][1] = None
    assert read_chronicle(archive.write(facts)).names[1] == "ben"


def test_names_that_could_be_mistaken_are_not_used() -> None:
    facts = told(finished_archive(1, 4))
    facts["names"][0] = {"name": "BEN", "salt": "00" * 16}
    assert chronicle(facts).names[0] == "anna", "another player's handle"
    facts["names"][0] = {"name": "Clara", "salt": "00" * 16}
    assert chronicle(facts).names[::2] == ("anna", "clara")


def test_a_game_that_was_given_up_has_no_result() -> None:
    match = new_match(4, 3)
    match.play_on(Random(4), 30)
    archive.close(match.book, match.seed, match.now, abandoned=True)
    game = read_chronicle(archive.write(archive.finished(match.book, match.server)))
    assert game.state == ABANDONED
    assert len(game.plies) == 30


def test_a_running_game_is_refused() -> None:
    refused = refusal(read_chronicle, running_archive())
    assert refused.code == "archive/running"
    assert "still being played" in str(refused)


def test_a_changed_archive_is_refused() -> None:
    assert refusal(read_chronicle, finished_archive(1, 4).replace(b"Anna", b"Bnna")).code == "names/other"

"""Archives replay through nothing but the documented format: JSON, the rules, and a score kept here."""

from __future__ import annotations

import json
from typing import Any

import pytest

from client.bots.series import to_archive
from engine.bots.selfplay import play_one
from engine.rules import Game, new_game, parse, play

VP_OF_SPOTS = {"y": 2, "b": 3, "yy": 3, "g": 4, "yyy": 4, "k": 5, "bb": 5}
VP_OF_SPOTS |= {"bbb": 7, "gg": 7, "kk": 9, "ggg": 9, "ybgk": 10, "kkk": 12}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("number", range(1, 9))
def test_documented_format_is_enough(players: int, number: int) -> None:
    bots = ["random"] * players
    facts = json.loads(to_archive(play_one(7, number, bots, face_down=number % 2 == 0), bots))
    assert facts["format"] == "grubenpost-archive/1"
    game = _replay(facts)
    assert game.over
    assert [row["vp"] for row in facts["final"]] == game.vp == [_own_count(facts, s) for s in range(players)]
    best = max((row["vp"], row["marks_left"]) for row in facts["final"])
    assert facts["winners"] == [
        row["seat"] for row in facts["final"] if (row["vp"], row["marks_left"]) == best
    ]


def _replay(facts: dict[str, Any]) -> Game:
    options = facts["options"]
    game = new_game(
        options["players"], **facts["stacks"], start=facts["start"], face_down=options["face_down"]
    )
    for number, ply in enumerate(facts["plies"]):
        assert (ply["ply"], ply["seat"]) == (number, game.turn)
        assert parse(ply["action"]).write() == ply["action"]
        game = play(game, parse(ply["action"])).game
    return game


def _own_count(facts: dict[str, Any], seat: int) -> int:
    """A seat's points from the lines of the archive alone."""
    row = facts["final"][seat]
    shifts = [sum(element["vp"][seat] for element in scoring["elements"]) for scoring in facts["scorings"]]
    assert shifts == row["shifts"]
    assert [len(scoring["elements"]) for scoring in facts["scorings"]] == [4, 8, 12]
    deliveries = sum(VP_OF_SPOTS[card.split("-")[1]] for card in row["delivered"])
    assert deliveries == row["deliveries"]
    return int(deliveries + sum(shifts) + row["marks"] + row["cubes"] + row["outstanding"] + row["imbalance"])

"""Statistics count what is there."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

from engine.library.chronicle import Chronicle, chronicle, read_chronicle
from engine.library.statistics import SPANS, Statistics
from engine.library.tables import move_rows
from engine.record.archive import archive
from tests.engine.record.club import finished_archive, new_match

SAVES = sorted((Path(__file__).parents[3] / "saves").glob("*.json"))


def saves() -> list[Chronicle]:
    return [chronicle(json.loads(path.read_bytes()), path.stem) for path in SAVES]


def test_victories_are_shared_out_and_lose_nothing() -> None:
    gathered = Statistics()
    games = saves()
    for game in games:
        gathered.add(game)
    facts = gathered.facts()
    assert facts["games"] == len(games) == sum(facts["by_players"].values())
    seats = sum(game.players for game in games)
    for name, each in (("order_of_play", 1), ("first_orders", 1), ("drafted_orders", 3)):
        rows = facts[name]
        assert sum(row["seats"] for row in rows) == each * seats
        assert round(sum(row["wins"] for row in rows), 6) == each * len(games), "a shared victory is one"
    total = sum(sum(game.end.vp) for game in games)
    assert round(sum(row["mean_vp"] * row["seats"] for row in facts["order_of_play"])) == total


def test_places_are_counted_from_the_starting_player() -> None:
    (game,) = [game for game in saves() if game.game == "3p-greedy-against-random"]
    gathered = Statistics()
    gathered.add(game)
    (won,) = [row for row in gathered.facts()["order_of_play"] if row["wins"]]
    assert won["place"] == (0 - game.opening.start) % 3 + 1


def test_every_placement_is_counted_once() -> None:
    gathered = Statistics()
    games = saves()
    for game in games:
        gathered.add(game)
    facts = gathered.facts()
    placements = sum(sum(row["placements"]) for row in facts["space_use"])
    rows = [row for game in games for row in move_rows(game) if row["area"]]
    assert round(placements * len(games)) == len(rows)
    workers = sum(sum(row["workers"]) for row in facts["space_use"])
    assert round(workers * len(games)) == sum(3 * sum(game.opening.workers) for game in games)


def test_points_by_source_add_up() -> None:
    gathered = Statistics()
    (game,) = [game for game in saves() if game.game == "2p-greedy"]
    gathered.add(game)
    points = gathered.facts()["points"]
    assert sum(points["winners"].values()) == max(game.end.vp)
    assert sum(points["others"].values()) == min(game.end.vp)


def test_times_are_known_of_signed_games_only() -> None:
    gathered = Statistics()
    gathered.add(saves()[0])
    assert gathered.facts()["time_per_move"]["mean_seconds"] is None
    game = read_chronicle(finished_archive(1, 4))
    gathered.add(game)
    times = gathered.facts()["time_per_move"]
    assert times["moves"] == len(game.plies)
    assert [row["seconds"] for row in times["shorter_than"]] == [*SPANS, None]
    assert sum(row["moves"] for row in times["shorter_than"]) == len(game.plies)
    hour, first = (
        3600,
        3600 - 60,
    )  # an hour a move, from the opening on; the deal came later
    assert times["mean_seconds"] == round((first + hour * (len(game.plies) - 1)) / len(game.plies))


def test_a_game_that_was_given_up_has_no_winner() -> None:
    match = new_match(4, 3)
    match.play_on(Random(4), 30)
    archive.close(match.book, match.seed, match.now, abandoned=True)
    gathered = Statistics()
    gathered.add(read_chronicle(archive.write(archive.finished(match.book, match.server))))
    facts = gathered.facts()
    assert (facts["games"], facts["abandoned"], facts["order_of_play"]) == (1, 1, [])
    assert facts["time_per_move"]["moves"] == 30

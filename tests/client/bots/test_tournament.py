"""`grubenpost tournament`: fair, resumable, the same on any number of cores; and what it says."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from client.bots.tournament import Fixture, Result, Scroll, plan, play_all
from client.bots.tournament_table import mean_of, pairings, rate, standings, wilson
from engine.errors import Refused

ROOT = Path(__file__).parents[3]
PATIENCE = 300


def command(*args: object) -> list[str]:
    return [sys.executable, "-m", "client", "tournament", *map(str, args)]


def run(*args: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(*args), cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False
    )


def lines(path: Path) -> list[str]:
    return sorted(path.read_text("utf-8").splitlines())


def result(seats: str, vp: tuple[int, ...], deal: int = 1) -> Result:
    ranks = tuple(1 + sum(other > mine for other in vp) for mine in vp)
    return Result(Fixture(1, deal, tuple(seats.split())), vp, ranks)


@pytest.mark.parametrize("players", [2, 3])
def test_every_deal_is_played_from_every_seat(players: int) -> None:
    tournament = plan(["random", "greedy", "foreman"], players, 12, 5)
    fixtures = tournament.fixtures()
    assert len(set(fixtures)) == len(fixtures) == 12 * len(tournament.groups())
    seats = Counter(
        (fixture.deal, seat, name) for fixture in fixtures for seat, name in enumerate(fixture.seats)
    )
    assert len(set(seats.values())) == 1
    for group in tournament.groups():
        assert sum(set(fixture.seats) == set(group) for fixture in fixtures) == 12


def test_too_few_bots_take_several_seats() -> None:
    (group,) = plan(["random", "greedy"], 4, 4, 1).groups()
    assert group == ("greedy", "random", "greedy", "random")


def test_more_games_begin_with_the_same_ones() -> None:
    few, more = (plan(["random", "greedy"], 2, games, 1).fixtures() for games in (4, 6))
    assert more[:4] == few


@pytest.mark.parametrize(
    ("bots", "players", "games", "seed", "code"),
    [
        (["random", "greedy"], 5, 1, 1, "tournament/players"),
        (["random", "greedy"], 2, 0, 1, "tournament/games"),
        (["random", "greedy"], 2, 1, -1, "tournament/seed"),
        (["random", "random"], 2, 1, 1, "tournament/bots"),
        (["random", "deep"], 2, 1, 1, "bots/unknown"),
    ],
)
def test_what_makes_no_tournament_is_refused(
    bots: list[str], players: int, games: int, seed: int, code: str
) -> None:
    with pytest.raises(Refused) as refused:
        plan(bots, players, games, seed)
    assert refused.value.code == code


def test_the_cores_do_not_matter(tmp_path: Path) -> None:
    args = ["--bots", "random,greedy", "--games", 6, "--seed", 3, "--json"]
    one, two = (run(*args, "--cores", n, "--out", tmp_path / f"{n}.jsonl") for n in (1, 2))
    assert (one.returncode, one.stderr) == (0, "")
    assert one.stdout == two.stdout
    assert lines(tmp_path / "1.jsonl") == lines(tmp_path / "2.jsonl")
    told: Any = json.loads(one.stdout)
    assert told["played"] == told["games"] == 6
    assert [row["bot"] for row in told["standings"]] == ["greedy", "random"]
    (ahead,) = [row for row in told["pairings"] if row["bot"] == "greedy"]
    assert ahead["rate"][0] == 1.0
    assert ahead["games"] == 6


@pytest.mark.parametrize("cut_off", [1, 3, 40])
def test_it_goes_on_where_it_was_cut_off(cut_off: int, tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    args = ["--bots", "random,greedy", "--games", 6, "--cores", 1]
    first = run(*args, "--out", whole)
    text = whole.read_text("utf-8")
    third_line = text.index("\n", text.index("\n") + 1) + 1
    cut.write_text(text[: third_line + cut_off], encoding="utf-8")
    again = run(*args, "--out", cut)
    assert again.stdout == first.stdout
    assert lines(cut) == lines(whole)
    assert "greedy ahead of random: 100.0 % of 6" in first.stdout


def test_ctrl_c_loses_no_game(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    args = command("--bots", "random,greedy", "--games", 4000, "--cores", 2, "--out", out, "--json")
    with subprocess.Popen(
        args, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        deadline = time.monotonic() + PATIENCE
        while not out.exists() or out.read_text("utf-8").count("\n") < 3:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        told, complaint = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "Stopped." in complaint
    assert "Traceback" not in complaint
    kept = Scroll(out).read()
    assert json.loads(told)["played"] == len(kept) >= 3
    assert out.read_text("utf-8").endswith("\n")


@pytest.mark.parametrize("text", ["Dear Lucy,\nit rains.\n", "Dear Lucy", '{"seed": 1}\n'])
def test_a_file_with_something_else_is_left_alone(text: str, tmp_path: Path) -> None:
    out = tmp_path / "letter.txt"
    out.write_text(text, encoding="utf-8")
    done = run("--bots", "random,greedy", "--games", 2, "--out", out)
    assert done.returncode == 1
    assert "holds something else than results" in done.stderr
    assert out.read_text("utf-8") == text


def test_wrong_use_is_told(tmp_path: Path) -> None:
    done = run("--bots", "random,deep", "--out", tmp_path / "out.jsonl")
    assert done.returncode == 2
    assert "there is no bot `deep`" in " ".join(done.stderr.split())


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (81, 263, 0.2553, 0.3662)],
)
def test_wilson_intervals_are_those_of_the_books(wins: int, games: int, low: float, high: float) -> None:
    interval = wilson(wins, games)
    assert interval.value == wins / games
    assert (interval.low, interval.high) == pytest.approx((low, high), abs=5e-5)


def test_a_mean_has_an_interval() -> None:
    assert mean_of([5]) == (5, 5, 5)
    assert mean_of([0, 10]) == pytest.approx((5, 5 - 9.8, 5 + 9.8))


def test_a_tie_counts_half_and_a_shared_victory_its_share() -> None:
    results = [result("a b", (10, 10)), result("b a", (3, 9), 2)]
    assert {row.bot: row.wins for row in standings(results)} == {"a": 1.5, "b": 0.5}
    assert {row.bot: row.rate.value for row in pairings(results)} == {"a": 0.75, "b": 0.25}


def test_ratings_follow_the_results_and_grow_sure() -> None:
    some = [result("a b c", (30, 20, 10), deal) for deal in range(1, 6)]
    more = some * 6
    ratings = rate(some)
    assert ratings["a"][0] > ratings["b"][0] > ratings["c"][0]
    assert rate(more)["a"][1] < ratings["a"][1]


def test_nobody_is_rated_for_beating_itself() -> None:
    ratings = rate([result("a b a b", (4, 3, 2, 1))])
    assert ratings["a"] == ratings["b"]


def test_results_survive_the_file(tmp_path: Path) -> None:
    scroll = Scroll(tmp_path / "out.jsonl")
    (played,) = play_all([Fixture(1, 1, ("random", "random", "greedy"))], cores=1)
    scroll.add(played)
    assert scroll.read() == {played.fixture: played}
    assert sorted(played.ranks)[0] == 1


def test_the_order_in_which_bots_are_named_does_not_matter() -> None:
    one, other = (
        plan(names.split(), 3, 6, 1) for names in ("random greedy foreman", "foreman random greedy")
    )
    assert one.fixtures() == other.fixtures()

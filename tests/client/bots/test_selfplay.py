"""`grubenpost selfplay`, run as its own process: the files it leaves and what it says."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from engine.record.log.canonical import loads
from engine.rules import new_game, replay, winners

ROOT = Path(__file__).parents[3]
PATIENCE = 60


def command(*args: object) -> list[str]:
    return [sys.executable, "-m", "client", "selfplay", *map(str, args)]


def run(*args: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(*args), cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False
    )


def archives(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def read(path: Path) -> Any:
    return loads(path.read_bytes())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_game_becomes_one_archive_that_replays_to_its_result(players: int, tmp_path: Path) -> None:
    done = run("--players", players, "--games", 3, "--seed", 7, "--bot", "random", "--out", tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert list(archives(tmp_path)) == [f"selfplay-{players}p-7-000{n}.json" for n in (1, 2, 3)]
    for path in tmp_path.iterdir():
        told = read(path)
        stacks = told["stacks"]
        game = new_game(
            told["options"]["players"],
            stacks["tiles"],
            stacks["orders"],
            told["start"],
            face_down=told["options"]["face_down"],
        )
        end = replay(game, [ply["action"] for ply in told["plies"]])
        assert end.over
        assert end.vp == [row["vp"] for row in told["final"]]
        assert list(winners(end)) == told["winners"]


def test_the_same_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    args = ["--games", 3, "--bot", "greedy", "--bot", "random", "--face-down"]
    for folder, seed in (("one", 7), ("two", 7), ("other", 8)):
        assert run(*args, "--seed", seed, "--out", tmp_path / folder).returncode == 0
    one, two, other = (archives(tmp_path / folder) for folder in ("one", "two", "other"))
    assert one == two
    assert not set(one.values()) & set(other.values())


def test_fewer_games_of_a_seed_are_the_first_ones_of_more(tmp_path: Path) -> None:
    run("--games", 1, "--out", tmp_path / "few")
    run("--games", 2, "--out", tmp_path / "more")
    assert archives(tmp_path / "few").items() < archives(tmp_path / "more").items()


def test_several_bots_take_the_seats_in_turn(tmp_path: Path) -> None:
    run("--players", 3, "--bot", "greedy", "--bot", "random", "--face-down", "--out", tmp_path)
    told = read(tmp_path / "selfplay-3p-1-0001.json")
    assert [name["name"] for name in told["names"]] == ["greedy", "random", "greedy"]
    assert len({player["handle"] for player in told["players"]}) == 3
    assert {player["auth"] for player in told["players"]} == {"bot"}
    assert told["options"]["face_down"] is True


def test_it_sums_up_in_words_or_as_json(tmp_path: Path) -> None:
    args = ["--players", 2, "--games", 2, "--bot", "greedy", "--bot", "random", "--out", tmp_path]
    assert f"2 of 2 games written to {tmp_path}." in run(*args).stdout
    summary = json.loads(run(*args, "--json").stdout)
    assert summary["written"] == summary["games"] == 2
    assert summary["seats"] == ["greedy", "random"]
    finals = [read(path)["final"] for path in tmp_path.iterdir()]
    for row in summary["bots"]:
        seat = summary["seats"].index(row["bot"])
        assert row["mean_vp"] == sum(final[seat]["vp"] for final in finals) / 2
        assert row["wins"] == sum(final[seat]["rank"] == 1 for final in finals)


def test_a_file_that_holds_another_game_is_not_overwritten(tmp_path: Path) -> None:
    run("--players", 2, "--games", 2, "--out", tmp_path)
    second = tmp_path / "selfplay-2p-1-0002.json"
    second.write_bytes(b"precious")
    done = run("--players", 2, "--games", 3, "--out", tmp_path)
    assert done.returncode == 1
    assert "holds another game" in done.stderr
    assert "1 of 3 games" in done.stdout
    assert second.read_bytes() == b"precious"


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["--players", 5], "5 players: the game is for 2, 3 or 4"),
        (["--players", -1], "-1 players: the game is for 2, 3 or 4"),
        (["--games", 0], "0 games: ask for at least one"),
        (["--seed", -7], "a seed is a number from 0 to 9223372036854775807"),
        (["--seed", 10**40], "a seed is a number from 0 to"),
        (["--bot", "deep"], "there is no bot `deep`; there are: baron, foreman, greedy, random"),
        (["--players", 2, *["--bot", "random"] * 3], "3 bots for 2 seats: name one a seat"),
        (["--players", "many"], "--players"),
        (["--sped", 7], "--sped"),
    ],
)
def test_wrong_use_is_answered_with_a_sentence(args: list[object], sentence: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = run(*args, "--out", out)
    assert done.returncode == 2
    assert sentence in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr
    assert not out.exists()


def test_a_folder_that_can_not_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    done = run("--out", tmp_path / "file")
    assert done.returncode == 1
    assert "0 of 1 games" in done.stdout
    assert str(tmp_path / "file") in done.stderr
    assert "Traceback" not in done.stderr


def wait_for_games(folder: Path, many: int) -> None:
    until = time.monotonic() + PATIENCE
    while len(list(folder.glob("*.json"))) < many:
        assert time.monotonic() < until
        time.sleep(0.02)


def test_ctrl_c_leaves_whole_files_only_and_tells_how_many(tmp_path: Path) -> None:
    asked = command("--players", 3, "--games", 100_000, "--out", tmp_path, "--json")
    with subprocess.Popen(
        asked, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        wait_for_games(tmp_path, 5)
        process.send_signal(signal.SIGINT)
        said, complained = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "Traceback" not in complained
    assert json.loads(said)["written"] == len(list(tmp_path.iterdir())) >= 5
    for path in tmp_path.iterdir():
        assert path.suffix == ".json"
        assert read(path)["winners"]


def test_a_terminal_gets_a_progress_bar(tmp_path: Path) -> None:
    ours, its = pty.openpty()
    try:
        asked = command("--players", 2, "--games", 2, "--out", tmp_path)
        subprocess.run(asked, cwd=ROOT, stdout=subprocess.PIPE, stderr=its, timeout=PATIENCE, check=True)
        shown = os.read(ours, 10_000).decode()
    finally:
        os.close(ours)
        os.close(its)
    assert "Playing" in shown
    assert "100%" in shown

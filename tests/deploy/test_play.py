"""`make play` as a newcomer starts it: a real server, real mail, real letters, in processes of their own."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from client.home import Home
from client.keeping import Keeping
from engine.record.verify import verify
from tests.client.keyboard import ROOT, Keyboard

PATIENCE = 120


def command(room: Path, *args: object) -> list[str]:
    return [sys.executable, "-m", "deploy.play", "--home", str(room), *map(str, args)]


def health(room: Path) -> dict[str, Any]:
    facts: dict[str, Any] = json.loads((room / "server" / "data" / "health.json").read_bytes())
    return facts


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def kept(room: Path, handle: str, game: str) -> Any:
    folder = room / "players" / handle
    return Keeping(Home(folder, folder)).game(game)


def test_without_a_terminal_a_whole_game_is_played_by_mail(tmp_path: Path) -> None:
    room = tmp_path / "room"
    done = subprocess.run(
        command(room, "--players", 2, "--face-down"),
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr
    for said in ("Making mail accounts", "Starting the server", "Anna is registered", "shift III"):
        assert said in done.stdout
    (totals,) = re.findall(r"^total +(\d+) VP +(\d+) VP$", done.stdout, re.M)
    path = Path(done.stdout.rstrip().rpartition("\n")[2])
    assert path.parent == room / "archives"
    proved = verify(path.read_bytes())
    assert (proved.state, proved.players, proved.auths) == ("finished", ("Anna", "Berta"), ("key", "key"))
    assert proved.letters == proved.plies + 2
    assert proved.untyped == proved.delegated == 0
    assert sorted(proved.vp) == sorted(map(int, totals))
    assert health(room)["state"] == "stopped"
    assert not is_alive(health(room)["pid"])


def test_quit_and_come_back(tmp_path: Path) -> None:
    """A move, good-bye, the same game again, and good-bye by Ctrl-C."""
    room = tmp_path / "room"
    at = Keyboard(command(room), PATIENCE)
    at.wait_for("[Anna]: ")
    at.type("Max\r")
    first = at.wait_for("\nMax> ")
    game = re.findall(r"has opened the game (\w+)\.", first)[0]
    assert "Max (M), you" in first
    at.type("hint\r")
    at.wait_for("\nMax> ")
    at.type("1\r")
    at.wait_for("\nMax> ")
    at.type("quit\r")
    assert at.close() == 0
    assert "Traceback" not in at.seen
    assert "Your move is on its way: draft " in at.seen
    assert f"You leave the game {game} in " in at.seen.replace("\n", " ")
    assert health(room)["state"] == "stopped"
    before = kept(room, "max", game)
    (own,) = [pit for seat, pit in enumerate(before.turn.position.pits) if seat == before.turn.seat]
    assert len(own.orders) == 1

    at = Keyboard(command(room), PATIENCE)
    again = at.wait_for("\nMax> ")
    assert f"Back in the game {game}." in again
    assert "Your name" not in again
    assert next(iter(own.orders)).name in again
    after = kept(room, "max", game)
    assert after.turn.entries >= before.turn.entries
    assert before.checkpoints.items() <= after.checkpoints.items()
    at.interrupt()
    assert at.close() == 130
    assert "Traceback" not in at.seen
    assert "it is your turn" in at.seen.replace("\n", " ")
    assert not is_alive(health(room)["pid"])


def test_ctrl_c_while_it_is_set_up(tmp_path: Path) -> None:
    room = tmp_path / "room"
    at = Keyboard(command(room, "--name", "Max"), PATIENCE)
    while "Starting the server" not in at.seen:
        at.wait_for("\n")
    at.interrupt()
    assert at.close() == 130
    assert "Traceback" not in at.seen
    assert "You leave before the game has begun." in at.seen


def test_a_server_that_dies_is_told(tmp_path: Path) -> None:
    """And the move that did not get through is kept, to be sent again."""
    room = tmp_path / "room"
    at = Keyboard(command(room, "--players", 2, "--name", "Max"), PATIENCE)
    game = re.findall(r"opened the game (\w+)", at.wait_for("\nMax> "))[0]
    os.kill(health(room)["pid"], signal.SIGKILL)
    at.type("1\r")
    assert at.close() == 1
    assert "Traceback" not in at.seen
    assert "the server has stopped" in at.seen.replace("\n", " ")
    assert "your last move has no receipt yet and will be sent again" in at.seen.replace("\n", " ")
    assert kept(room, "max", game).in_doubt


def test_when_it_is_killed_nothing_goes_on(tmp_path: Path) -> None:
    room = tmp_path / "room"
    at = Keyboard(command(room, "--players", 2, "--name", "Max"), PATIENCE)
    at.wait_for("\nMax> ")
    server = health(room)["pid"]
    at.process.kill()
    at.close()
    end = time.monotonic() + PATIENCE
    while is_alive(server) and time.monotonic() < end:
        time.sleep(0.1)
    assert not is_alive(server)


@pytest.mark.parametrize(
    "args", [("--players", 5), ("--bot", "deep-blue"), ("--name", "a\u202eb"), ("--colour",)]
)
def test_wrong_use_is_explained(args: tuple[object, ...], tmp_path: Path) -> None:
    done = subprocess.run(
        command(tmp_path / "room", *args), cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "room").exists()

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

from client.memory.memory import Keeping
from client.outbox.outbox import Outbox
from client.profile.home import Home
from engine.record.archive.verify import verify
from tests.client.keyboard import ROOT, Keyboard
from tests.client.play.conftest import Open, open_screen
from tests.client.play.terminal import CTRL_C

__all__ = ["open_screen"]

PATIENCE = 120


def command(room: Path, *args: object) -> list[str]:
    return [sys.executable, "-m", "tools.play.launch", "--home", str(room), *map(str, args)]


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
        command(room, "--players", 2, "--face-down", "--bot", "greedy"),
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr
    for said in ("Making mail accounts", "Starting the server", "Anna is registered", "Shift III begins"):
        assert said in done.stdout
    (totals,) = re.findall(r"^total +(\d+) VP +(\d+) VP$", done.stdout, re.M)
    path, page = (Path(found) for found in re.findall(r"^(?:Archive|Replay page): (.+)$", done.stdout, re.M))
    assert path.parent == page.parent == room / "archives"
    assert page.read_text("utf-8").lower().startswith("<!doctype html>")
    proved = verify(path.read_bytes())
    assert (proved.state, proved.players, proved.auths) == ("finished", ("Anna", "Berta"), ("key", "key"))
    assert proved.letters == proved.plies + 2 + 2  # each joins, and tells a share of the shuffle
    assert proved.untyped == proved.delegated == 0
    assert sorted(proved.vp) == sorted(map(int, totals))
    assert health(room)["state"] == "stopped"
    assert not is_alive(health(room)["pid"])


def test_quit_and_come_back(tmp_path: Path, open_screen: Open) -> None:
    """A first turn with a lesson and a hint, good-bye, the same game again, and good-bye by Ctrl-C."""
    room = tmp_path / "room"
    at = open_screen(command(room), patience=PATIENCE)
    at.wait_for("Your name [Anna]:")
    at.press("Max\r")
    at.wait_for("Lesson 1 of 7")
    game = re.findall(r"Game (\w+), move", at.text)[0]
    at.press("h")
    at.wait_for("The foreman would play: draft")
    at.press("1\r")
    at.wait_for("Play this?")
    at.press("y")
    at.wait_for("Lesson 2 of 7")
    at.press("t\r")
    at.wait_for(lambda text: "Lesson" not in text)
    at.press("q")
    assert at.close() == 0
    assert "Traceback" not in at.text
    assert f"You leave the game {game} at move " in at.text
    assert health(room)["state"] == "stopped"
    before = kept(room, "max", game)
    (own,) = [pit for seat, pit in enumerate(before.turn.position.pits) if seat == before.turn.seat]
    assert len(own.orders) == 1

    at = open_screen(command(room), (120, 40), patience=PATIENCE)
    at.wait_for(f"Game {game}, move")
    at.wait_for("? help")
    assert "Lesson" not in at.text
    after = kept(room, "max", game)
    assert after.turn.entries >= before.turn.entries
    assert before.checkpoints.items() <= after.checkpoints.items()
    at.press(CTRL_C)
    assert at.close() == 130
    assert "Traceback" not in at.text
    assert "it is your turn" in at.text
    assert not is_alive(health(room)["pid"])


@pytest.mark.slow
def test_a_person_plays_a_whole_game(tmp_path: Path, open_screen: Open) -> None:
    """By pressing 1 and y, and in mining Enter; at the end are the standings, the archive and the page."""
    room = tmp_path / "room"
    args = ("--players", 2, "--bot", "random", "--name", "Max", "--no-lessons")
    at = open_screen(command(room, *args), patience=PATIENCE)
    asked = {"Max> ": "1\r", "mine ": "\r", "Play this?": "y"}

    def question(text: str) -> str:
        last = text.rstrip("\n").split("\n")[-2:][0] + " "
        return "end" if "Replay page: " in text else next((q for q in asked if last.startswith(q)), "")

    pressed = [""]
    while pressed[-1] != "end":
        at.wait_for(lambda text: question(text) not in ("", pressed[-1]))
        pressed.append(question(at.text))
        at.press(asked.get(pressed[-1], ""))
    assert at.close() == 0
    assert len(pressed) > 50
    assert "is verified" in at.text
    (archive,) = (room / "archives").glob("*.json")
    assert verify(archive.read_bytes()).state == "finished"
    assert archive.with_suffix(".html").exists()
    assert not (room / "table.json").exists()


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
    at.type("1\r")
    at.wait_for("[y/n] ")
    os.kill(health(room)["pid"], signal.SIGKILL)
    at.type("y\r")
    assert at.close() == 1
    assert "Traceback" not in at.seen
    assert "the server has stopped" in at.seen.replace("\n", " ")
    assert "Your last move has no receipt yet and will be sent again" in at.seen.replace("\n", " ")
    (waiting,) = Outbox(room / "players" / "max" / "outbox").all()
    assert (waiting.purpose.kind, waiting.purpose.game) == ("move", game)


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
    "args",
    [("--players", 5), ("--bot", "deep-blue"), ("--name", "a\u202eb"), ("--language", "xx"), ("--colour",)],
)
def test_wrong_use_is_explained(args: tuple[object, ...], tmp_path: Path) -> None:
    done = subprocess.run(
        command(tmp_path / "room", *args), cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "room").exists()

"""`grubenpost replay`: a finished game ply by ply, on screens of two sizes, through a pipe and in memory."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from client.play.replay import BEGINNING, Replay
from client.session.style import Showing
from engine.library.chronicle import read_chronicle
from engine.rules.events import Looked
from engine.show import WIDTH, Style
from engine.tongue import LANGUAGES, tongue
from tests.client.play.conftest import Open
from tests.client.play.script import PLAIN
from tests.client.play.terminal import CTRL_C, DOWN, END, ENTER, HOME, LEFT, RIGHT, ROOT, UP

SAVE = ROOT / "saves" / "3p-coal-shortage.json"
LAST = len(json.loads(SAVE.read_bytes())["plies"]) - 1


@pytest.fixture(scope="module")
def replay() -> Replay:
    return Replay(read_chronicle(SAVE.read_bytes()), PLAIN)


def command(*args: object) -> list[str]:
    return [sys.executable, "-m", "client", "replay", *map(str, args)]


def run(*args: object, given: bytes = b"") -> subprocess.CompletedProcess[str]:
    done = subprocess.run(command(*args), cwd=ROOT, input=given, capture_output=True, timeout=60, check=False)
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8")
    )


def test_every_ply_can_be_shown(replay: Replay) -> None:
    for ply in range(BEGINNING, LAST + 1):
        replay.go_to(ply)
        text = "\n".join(replay.blocks())
        assert all(len(line) <= WIDTH for line in text.split("\n"))
        assert text.isascii()
    assert "The game is over: " in text


def test_going_beyond_the_ends(replay: Replay) -> None:
    replay.go_to(-5)
    assert replay.ply == BEGINNING
    replay.go_to(10_000)
    assert replay.ply == replay.last == LAST


def test_each_shift_begins_where_it_does(replay: Replay) -> None:
    replay.go_to(BEGINNING)
    for begins in ("Shift I begins", "Shift II begins", "Shift III begins", "The game is over"):
        replay.go_to_next_shift()
        assert begins in replay.blocks()[0]
    replay.go_to_next_shift()
    assert replay.ply == LAST


def test_what_was_drawn_is_not_called_the_readers_own() -> None:
    game = read_chronicle(SAVE.read_bytes())
    looked = next(ply.number for ply in game.plies if any(isinstance(event, Looked) for event in ply.events))
    shown = "\n".join(Replay(game, PLAIN, looked).blocks())
    assert "for your eyes only" not in shown
    assert "chooses" in shown or "to choose" in shown


@pytest.mark.parametrize("code", LANGUAGES[1:])
def test_in_other_languages(code: str) -> None:
    game = read_chronicle(SAVE.read_bytes())
    english, other = (
        Replay(game, Showing(tongue(each), Style.UNICODE), 20).blocks()[0] for each in ("en", code)
    )
    assert english != other


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_by_keys(size: tuple[int, int], open_screen: Open) -> None:
    at = open_screen(command(SAVE), size)
    shown = at.wait_for("Right by the rules, but unsigned")
    assert f"The beginning; the last move is {LAST}" in shown
    for keys, title in [
        (RIGHT, "Move 0 of"),
        (RIGHT, "Move 1 of"),
        (LEFT, "Move 0 of"),
        (LEFT, "The beginning"),
        (LEFT, "The beginning"),
        (END, f"Move {LAST} of {LAST}"),
        (RIGHT, f"Move {LAST} of {LAST}"),
        (HOME, "The beginning"),
        (f"12{ENTER}", "Move 12 of"),
        (f"x7{ENTER}", "Move 7 of"),
        (f"99999999{ENTER}", f"Move {LAST} of"),
    ]:
        at.press(keys)
        at.wait_for(f" {title}")
    at.press(HOME + "s")
    at.wait_for("Shift I begins")
    assert "unsigned" not in at.text
    first = at.lines[1]
    at.press(DOWN)
    at.wait_for(lambda _: at.lines[1] != first)
    at.press(UP)
    at.wait_for(lambda _: at.lines[1] == first)
    at.resize((80, 24))
    at.wait_for(lambda _: "q quit" in at.lines[23])
    at.press("q")
    assert at.close() == 0


@pytest.mark.parametrize("stop", ["key", "signal"])
def test_ctrl_c_ends_it(stop: str, open_screen: Open) -> None:
    at = open_screen(command(SAVE))
    at.wait_for("q quit")
    if stop == "key":
        at.press(CTRL_C)
    else:
        at.process.send_signal(signal.SIGINT)
    assert at.close() == 130


def test_a_ply_is_printed() -> None:
    done = run(SAVE, "--ply", 8)
    assert done.returncode == 0
    assert done.stdout.startswith(f"Move 8 of {LAST}\n\n")
    assert "Shift I begins" in done.stdout
    assert "FACTORY" in done.stdout
    assert "unsigned" in done.stderr


def test_without_a_terminal_the_end_is_printed() -> None:
    for done in (run(SAVE), run("-", given=SAVE.read_bytes())):
        assert done.returncode == 0
        assert f"Move {LAST} of {LAST}" in done.stdout
        assert "The game is over: " in done.stdout


@pytest.mark.parametrize("ply", [-1, LAST + 1])
def test_a_ply_that_is_not_there(ply: int) -> None:
    done = run(SAVE, "--ply", ply)
    assert done.returncode == 1
    assert str(LAST) in done.stderr


def test_an_archive_that_is_wrong_is_not_shown(tmp_path: Path) -> None:
    facts = json.loads(SAVE.read_bytes())
    facts["plies"][20]["action"] = "bank"
    (tmp_path / "wrong.json").write_text(json.dumps(facts))
    done = run(tmp_path / "wrong.json")
    assert (done.returncode, done.stdout) == (1, "")
    assert "wrong.json" in done.stderr

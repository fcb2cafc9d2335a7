"""`grubenpost annotate` and `grubenpost bot-check`, run as their own processes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from engine.library.chronicle import read_chronicle
from engine.library.replay.notes import read_notes

ROOT = Path(__file__).parents[3]
GAME = ROOT / "saves" / "3p-greedy-against-random.json"


def run(*args: object) -> subprocess.CompletedProcess[str]:
    whole = [sys.executable, "-m", "client", *map(str, args)]
    return subprocess.run(whole, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)


def test_the_notes_fit_the_game() -> None:
    done = run("annotate", GAME, "--nodes", 2, "--most", 5, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    notes = json.loads(done.stdout)
    game = read_chronicle(GAME.read_bytes())
    assert [note["ply"] for note in read_notes(notes, len(game.plies))] == list(range(len(game.plies)))
    assert all(isinstance(note["lead"], float) for note in notes)
    said = [note for note in notes if "text" in note]
    assert len(said) == 5
    for note in said:
        assert note["played"] == game.plies[note["ply"]].action.write() != note["best"]
        assert note["loss"] >= 6


def test_an_archive_that_is_none_is_refused(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.json"
    wrong.write_text("{}")
    done = run("annotate", wrong)
    assert done.returncode == 1
    assert "wrong.json" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_bot_is_checked() -> None:
    done = run("bot-check", "random")
    assert done.returncode == 0
    assert "`random` keeps the rules of bots: 3 games" in done.stdout


def test_a_bot_that_fails_is_named_with_its_faults() -> None:
    done = run("bot-check", "program:echo bank", "--json")
    assert done.returncode == 1
    assert {fault["law"] for fault in json.loads(done.stdout)["faults"]} == {"illegal"}
    assert "breaks the rules of bots" in done.stderr

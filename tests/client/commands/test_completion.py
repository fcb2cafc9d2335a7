"""What the shell offers: commands, games and the words of legal moves, from the local store only."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.client.athome import GAME, AtHome
from tests.client.keyboard import ROOT


@pytest.fixture
def anna(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AtHome:
    anna = AtHome(tmp_path, monkeypatch)
    anna.begin()
    return anna


def offered(anna: AtHome, line: str) -> list[str]:
    """What bash would offer for the last word of a line."""
    words = line.split(" ")
    code = "import sys; sys.argv = ['grubenpost']; from client.cli import app; app(prog_name='grubenpost')"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={
            **os.environ,
            "GRUBENPOST_HOME": str(anna.home.config),
            "_GRUBENPOST_COMPLETE": "complete_bash",
            "COMP_WORDS": line,
            "COMP_CWORD": str(len(words) - 1),
        },
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.stderr == ""
    return done.stdout.split()


def test_commands_games_and_moves(anna: AtHome) -> None:
    assert offered(anna, "grubenpost st") == ["start", "stats", "status"]
    assert offered(anna, "grubenpost board g") == [GAME]
    assert offered(anna, "grubenpost board x") == []
    moves = [entry["move"].split() for entry in anna.json("legal", GAME)]
    assert offered(anna, f"grubenpost move {GAME} ") == sorted({move[0] for move in moves})
    first = moves[0][0]
    seconds = sorted({move[1] for move in moves if move[0] == first and len(move) > 1})
    assert offered(anna, f"grubenpost try {GAME} {first} ") == seconds


def test_what_is_damaged_offers_nothing(anna: AtHome) -> None:
    (anna.home.games / f"{GAME}.json").write_text("{")
    assert offered(anna, f"grubenpost move {GAME} ") == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_for_the_shell(shell: str) -> None:
    code = "import sys; from client.cli import app; app(prog_name='grubenpost')"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, "_GRUBENPOST_COMPLETE": f"source_{shell}"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert "_GRUBENPOST_COMPLETE" in done.stdout
    assert "grubenpost" in done.stdout

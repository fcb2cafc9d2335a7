"""A translator may reword every sentence: clients act on fields, and play on."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests.client.keyboard import ROOT
from tests.client.reworded import reworded

ALL = ["register", "new", "join", "leave", "reveal", "move", "refusal", "recover", "resend", "end"]


def test_a_whole_game_in_other_words(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.client.reworded", str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        timeout=600,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    told = json.loads(done.stdout)
    assert (told["state"], told["proved"]) == ("finished", told["plies"])
    assert told["done"] == ALL


def test_other_words_have_the_same_facts() -> None:
    assert reworded("Game {game}, ply 3:\n  {code}") == "Tznv [{game}], kob 6:\n  [{code}]"

"""The screens that the README shows, as text: `python -m tests.client.play.captures` draws them anew."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.client.play.anna import command, make_home
from tests.client.play.terminal import ENTER, ROOT, Screen

FOLDER = ROOT / "docs" / "captures"
SIZE = (80, 24)
ARCHIVE = "saves/3p-greedy-against-random.json"


def capture_play() -> str:
    """Mining, composed step by step, with a hint."""
    with TemporaryDirectory() as folder:
        at = Screen(command(make_home(Path(folder), plies=9)), SIZE)
        at.wait_for("? help")
        at.press(f"mine 10{ENTER}")
        at.wait_for("10 work steps left")
        at.press(f"to g, load g{ENTER}")
        at.wait_for("8 work steps left")
        at.press("h")
        at.wait_for("The foreman would play: mine 10")
        return _leave(at)


def capture_replay() -> str:
    """A ply in the middle of a game."""
    at = Screen([sys.executable, "-m", "client", "replay", ARCHIVE], SIZE)
    at.wait_for("unsigned")
    at.press(f"40{ENTER}")
    at.wait_for("Move 40 of")
    at.wait_for("Tab PgDn 1-21")
    return _leave(at)


def _leave(at: Screen) -> str:
    shown = at.text
    at.press("q")
    at.close()
    at.tear_down()
    return shown + "\n"


CAPTURES: dict[str, Callable[[], str]] = {"play-80x24.txt": capture_play, "replay-80x24.txt": capture_replay}

if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, capture in CAPTURES.items():
        (FOLDER / name).write_text(capture(), "utf-8")

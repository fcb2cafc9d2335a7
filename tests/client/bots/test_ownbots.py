"""Bots of other packages and in other languages: found by name, checked, and kept from doing harm."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from client.bots.named import bot_names, find_bot
from client.bots.program import turn_data
from engine.bots import NAMES, choose
from engine.bots.conformance import examine
from engine.bots.selfplay import play_one
from engine.errors import Refused
from engine.rules import check, parse, play, view, winners
from tests.server.components import lacking

ROOT = Path(__file__).parents[3]
MINER = ROOT / "docs" / "bots" / "miner.pl"

Install = Callable[[str, str], None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Install a package with one module that offers one bot, for this test."""

    def installed(name: str, source: str) -> None:
        (tmp_path / f"{name}.py").write_text(source, encoding="utf-8")
        about = tmp_path / f"{name}-1.0.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        (about / "entry_points.txt").write_text(f"[grubenpost.bots]\n{name} = {name}:choose\n")
        monkeypatch.syspath_prepend(tmp_path)
        monkeypatch.delitem(sys.modules, name, raising=False)

    return installed


def documented() -> str:
    """The bot that docs/bots.md shows."""
    page = (ROOT / "docs" / "bots.md").read_text("utf-8")
    (source,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert isinstance(source, str)
    return source


def test_the_documented_bot_is_found_keeps_the_laws_and_beats_random(install: Install) -> None:
    install("tidy", documented())
    assert bot_names() == [*NAMES, "tidy"]
    tidy = find_bot("tidy")
    assert examine(tidy).faults == ()
    won = [winners(play_one(3, number, [tidy, "random"]).game) == (0,) for number in range(1, 7)]
    assert sum(won) >= 5


def test_without_other_packages_there_are_the_engines_bots() -> None:
    assert bot_names() == list(NAMES)
    with pytest.raises(Refused) as refused:
        find_bot("tidy")
    assert refused.value.code == "bots/unknown"


def test_our_own_names_can_not_be_taken(install: Install) -> None:
    install("greedy", "def choose(view, rng):\n    raise SystemError\n")
    assert bot_names() == list(NAMES)
    assert play_one(1, 1, [find_bot("greedy"), "random"]).game.over


@pytest.mark.parametrize(
    ("source", "code"),
    [
        ("import no_such_module\n", "bots/broken"),
        ("def decide(view, rng): ...\n", "bots/broken"),
        ("choose = 7\n", "bots/not-a-bot"),
    ],
)
def test_a_bot_that_can_not_be_loaded_is_refused(install: Install, source: str, code: str) -> None:
    install("hasty", source)
    with pytest.raises(Refused) as refused:
        find_bot("hasty")
    assert refused.value.code == code


def test_a_bot_that_breaks_down_is_told_by_name(install: Install) -> None:
    install("hasty", "def choose(view, rng):\n    return view.no_such_thing\n")
    with pytest.raises(Refused, match="the bot `hasty` broke down: AttributeError") as refused:
        play_one(1, 1, [find_bot("hasty"), "random"])
    assert refused.value.code == "bots/broken"


@pytest.fixture
def perl() -> None:
    if shutil.which("perl") is None:
        lacking("Perl")


@pytest.mark.usefixtures("perl")
class TestProgram:
    """A bot that is a program of its own, in Perl."""

    def test_it_reads_a_position_and_writes_a_move(self, tmp_path: Path) -> None:
        game = play_one(2, 1, ["random", "random"]).opening
        position, move = tmp_path / "grubenpost-position.json", tmp_path / "move.txt"
        position.write_text(json.dumps(turn_data(view(game, game.turn), 1)))
        with position.open() as given, move.open("w") as written:
            subprocess.run(["perl", MINER], stdin=given, stdout=written, check=True, timeout=60)
        check(game, parse(move.read_text(), game), game.turn)

    def test_it_plays_whole_games(self) -> None:
        miner = find_bot(f"program:perl {MINER}")
        finished = play_one(2, 1, [miner, "random"])
        assert finished.game.over
        assert winners(finished.game) == (0,)

    def test_it_decides_after_a_draw_and_when_little_is_left(self) -> None:
        miner = find_bot(f"program:perl {MINER}")
        finished = play_one(5, 1, ["random"] * 4, face_down=True)
        game = finished.opening
        for number, action in enumerate(finished.actions):
            if number % 9 == 0 or game.drawn:
                check(game, choose(miner, view(game, game.turn), Random(1)), game.turn)
            game = play(game, action).game


@pytest.mark.parametrize(
    "command",
    [
        "program:",
        "program:'",
        "program:/no/such/program",
        "program:false",
        f"program:{sys.executable} -c 1/0",
    ],
)
def test_a_program_that_does_not_decide_is_refused(command: str) -> None:
    game = play_one(2, 1, ["random", "random"]).opening
    with pytest.raises(Refused) as refused:
        choose(find_bot(command), view(game, game.turn), Random(1))
    assert refused.value.code in ("bots/no-program", "bots/program")


def test_the_page_tells_of_every_bot() -> None:
    page = (ROOT / "docs" / "bots.md").read_text("utf-8")
    ladder = page.split("<!-- ladder -->")[1].split("<!-- /ladder -->")[0]
    for name in NAMES:
        assert f"| `{name}` |" in ladder
        assert f"| `{name}` |" in page.replace(ladder, "")

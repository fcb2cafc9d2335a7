"""How soon the client answers, against the bare import of the library that reads its command line."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

from client.exchange.intake import Intake
from client.profile.home import Home
from client.profile.own_key import make_key
from client.profile.profile import write_profile
from tests.bench.figures import Figure
from tests.client.pretend import make_profile, new_game, turn_mail

ROOT = Path(__file__).parent.parent.parent
ROUNDS = 15
AT_MOST = 2.5


def measure() -> Iterator[Figure]:
    with TemporaryDirectory() as folder:
        home = Home(Path(folder), Path(folder))
        profile = make_profile()
        write_profile(home, profile)
        make_key(home, os.urandom)
        match = new_game(players=4)
        match.play_on(Random(1), plies=40)  # into the first shift, where there is most to list
        Intake(home, profile).take_in(turn_mail(match))
        environment = _environment(folder)
        for command in ("status", "legal game-1"):
            yield _figure(command, environment)


def _environment(folder: str) -> dict[str, str]:
    """A warm disk has the compiled code too, wherever this machine's habits would leave it."""
    left = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**left, "GRUBENPOST_HOME": folder, "PYTHONPYCACHEPREFIX": f"{folder}/compiled", "LANG": "C.UTF-8"}


def _figure(command: str, environment: dict[str, str]) -> Figure:
    ours = [sys.executable, "-m", "client", *command.split()]
    theirs = [sys.executable, "-c", "import typer"]
    for line in (ours, theirs):
        _seconds(line, environment)
    pairs = [(_seconds(ours, environment), _seconds(theirs, environment)) for _ in range(ROUNDS)]
    ratio = median(mine / other for mine, other in pairs)
    return Figure(
        name=f"grubenpost {command.partition(' ')[0]}",
        value=1000 * median(mine for mine, _ in pairs),
        unit="ms",
        peer=1000 * median(other for _, other in pairs),
        ratio=ratio,
        wanted=f"ratio <= {AT_MOST}",
        met=ratio <= AT_MOST,
    )


def _seconds(line: list[str], environment: dict[str, str]) -> float:
    """The processor time of a program from its start to its end."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(line, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime) - (before.ru_utime + before.ru_stime)

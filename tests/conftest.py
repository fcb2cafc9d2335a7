"""How all tests are run: without looking at the clock, their files in memory, and what takes long first."""

from __future__ import annotations

import gc
import os
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings

MEMORY = Path("/dev/shm")
ENOUGH = 2_000_000_000

LONG = """
end_to_end chaos client/whole client/test_reworded.py login tools test_recipes.py
server/service server/host browser
""".split()
"""What starts whole programs and waits for them: at the end, all processes but one would wait for it too."""


def is_roomy(folder: Path) -> bool:
    """Whether all that tests write fits in there, and programs can be run from it."""
    if not (folder.is_dir() and os.access(folder, os.W_OK)):
        return False
    return shutil.disk_usage(folder).free >= ENOUGH and not os.statvfs(folder).f_flag & os.ST_NOEXEC


# SQLite, PostgreSQL, Dovecot and Postfix wait for the disk at every commit and every mail. Nothing here
# outlives its test, so there is nothing to wait for.
if "TMPDIR" not in os.environ and is_roomy(MEMORY):
    os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)


# A property is not broken because the machine is busy.
settings.register_profile("patient", settings(), deadline=None)
settings.load_profile("patient")


# Twelve thousand tests are gathered, and none of that is garbage: looking through it again and again took a
# third of the gathering, and a tenth of the tests themselves.
gc.disable()


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()


def pytest_xdist_auto_num_workers() -> int:
    """Twice as many as processors, and one: most wait for a mail server or a browser most of the time."""
    return 2 * (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=_turn)


def _turn(item: pytest.Item) -> int:
    name = item.nodeid.removeprefix("tests/")
    return next((turn for turn, long in enumerate(LONG) if name.startswith(long)), len(LONG))

"""The client is written for Linux, macOS and Windows; one module knows what differs."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from client.profile.system import hide, is_private, put_new, split_command, take_lock

ROOT = Path(__file__).parents[3]
ROOMS = ("client", "engine", "login")
"""What runs on a player's machine."""
SYSTEM = ROOT / "client" / "profile" / "system.py"
ASKING = re.compile(r"\bsys\.platform\b|\bos\.name\b|\bimport platform\b|\bmsvcrt\b|\bfcntl\b|\btermios\b")


SYSTEMS_OWN = re.compile(
    r"^\s*(import|from) (asyncio|locale|mmap|multiprocessing|os|select"
    r"|selectors|shutil|signal|socket|subprocess|time)\b",
    re.MULTILINE,
)
"""The modules of the standard library that are not the same everywhere."""


def missing_on(platform: str, paths: list[Path]) -> list[str]:
    """What the modules use of the standard library that a platform lacks, as its types tell."""
    options = ["--platform", platform, "--follow-imports", "skip", "--cache-dir", os.devnull]
    mypy = [sys.executable, "-m", "mypy", "--no-error-summary", *options, *map(os.fspath, paths)]
    found = subprocess.run(mypy, cwd=ROOT, capture_output=True, text=True, check=False)
    assert found.stderr == ""
    return re.findall(r"^(.+): error: Module has no attribute .*$", found.stdout, re.MULTILINE)


@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_nothing_is_called_that_another_system_lacks(platform: str, tmp_path: Path) -> None:
    modules = [path for room in ROOMS for path in (ROOT / room).rglob("*.py")]
    users = [path for path in modules if SYSTEMS_OWN.search(path.read_text("utf-8"))]
    assert SYSTEM in users
    toy = tmp_path / "toy.py"
    lines = ["import os, select, signal, time", *CALLS[platform]]
    toy.write_text("\n".join(lines), "utf-8")
    found = missing_on(platform, [*users, toy])
    assert found == [f"{toy}:{line}" for line in range(2, len(lines) + 1)], "the toy's, and no others"


CALLS = {
    "win32": [
        "os.fchmod(1, 0o600)",
        "os.getuid()",
        "os.kill(1, signal.SIGKILL)",
        "os.fork()",
        "signal.alarm(1)",
        "time.tzset()",
    ],
    "darwin": ["os.sched_getaffinity(0)", "select.epoll()"],
}
"""Calls that would be found."""


def test_only_one_module_asks_which_system_it_is() -> None:
    asking = {
        path
        for room in ROOMS
        for path in (ROOT / room).rglob("*.py")
        if ASKING.search(path.read_text("utf-8"))
    }
    assert asking == {SYSTEM}


def test_a_lock_is_held_by_one(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with path.open("a") as first, path.open("a") as second:
        assert take_lock(first.fileno())
        assert not take_lock(second.fileno())
    with path.open("a") as third:
        assert take_lock(third.fileno())


def test_a_file_that_others_could_read_is_hidden(tmp_path: Path) -> None:
    path = tmp_path / "key"
    path.touch(0o644)
    assert not is_private(path)
    with path.open("a") as file:
        hide(file.fileno())
    assert is_private(path)


def test_a_new_file_never_takes_the_place_of_another(tmp_path: Path) -> None:
    part, path = tmp_path / "part", tmp_path / "key"
    part.write_bytes(b"first")
    put_new(part, path)
    part.write_bytes(b"second")
    with pytest.raises(FileExistsError):
        put_new(part, path)
    assert (path.read_bytes(), part.read_bytes()) == (b"first", b"second")


def test_the_words_of_a_command() -> None:
    assert split_command("perl 'my bot.pl' --quick") == ["perl", "my bot.pl", "--quick"]

"""Releases are tags: the version is the same wherever it stands, and a tag is never used twice."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
HEADING = re.compile(r"^## \[(.+)\] - (unreleased|\d{4}-\d\d-\d\d)$", re.MULTILINE)


def version() -> str:
    project: dict[str, str] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return project["version"]


def headings() -> list[tuple[str, str]]:
    return HEADING.findall((ROOT / "CHANGELOG.md").read_text("utf-8"))


def test_the_changelog_names_the_version_first() -> None:
    assert headings()[0][0] == version()
    assert re.findall(r"^## .*$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE) == [
        f"## [{name}] - {date}" for name, date in headings()
    ]


def test_only_the_first_is_not_released_and_the_newest_come_first() -> None:
    assert "unreleased" not in [date for _, date in headings()[1:]]
    numbers = [tuple(int(part) for part in name.split(".")) for name, _ in headings()]
    assert numbers == sorted(set(numbers), reverse=True)


@pytest.mark.parametrize("module", ["server", "client"])
def test_the_programs_say_it(module: str) -> None:
    line = [sys.executable, "-m", module, "--version"]
    said = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert said.split() == ["grubenpost-server" if module == "server" else "grubenpost", version()]


def test_what_is_tagged_has_a_date() -> None:
    line = ["git", "tag", "--list", "v*"]
    told = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=False)
    if told.returncode != 0:
        pytest.skip("not in a clone")
    dated = {f"v{name}" for name, date in headings() if date != "unreleased"}
    assert set(told.stdout.split()) <= dated

"""Every saved game: proved by the command, and replayed to its end by the page that is made of it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.chromium import chromium
from tests.engine.library.replay.shown import SAVES, opened, part_of
from tests.engine.library.replay.test_controls import step_through, vp_shown

__all__ = ["chromium"]

SAVED = sorted(SAVES.glob("*.json"))


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with what `make pages` makes."""
    out = tmp_path_factory.mktemp("pages")
    command = [sys.executable, "-m", "client", "export", *map(str, SAVED), "--out", str(out)]
    subprocess.run(command, capture_output=True, check=True)
    return out


def test_there_are_enough(pages: Path) -> None:
    assert len(SAVED) >= 6
    assert {path.stem for path in SAVED} == {path.stem for path in pages.glob("*.html")}


def test_the_command_proves_them() -> None:
    command = [sys.executable, "-m", "client", "verify", *map(str, SAVED)]
    assert subprocess.run(command, capture_output=True, check=False).returncode == 0


@pytest.mark.parametrize("archive", SAVED, ids=lambda path: path.stem)
def test_its_page_replays_it(chromium: Browser, tmp_path: Path, pages: Path, archive: Path) -> None:
    page = (pages / archive.name).with_suffix(".html").read_text("utf-8")
    assert part_of(page, "archive").encode() == archive.read_bytes()
    facts = json.loads(archive.read_bytes())
    with opened(chromium, tmp_path, page) as (shown, wrong):
        shown.click("#last")
        step_through(shown)
        assert vp_shown(shown) == [seat["vp"] for seat in facts["final"]]
        assert wrong == []

"""Replay pages as files, opened in a real browser that reports everything that goes wrong."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from engine.library.replay import replay_page
from tests.engine.record.club import finished_archive

ROOT = Path(__file__).parents[4]
SAVES = ROOT / "saves"
NOTES = ({"ply": 20, "best": "bank", "loss": 2.5, "text": "One Mark would have been enough."},)


@cache
def saved_page(name: str = "4p-greedy-face-down") -> str:
    """The page of a saved game, which is unsigned."""
    return replay_page((SAVES / f"{name}.json").read_bytes(), notes=NOTES)


@cache
def signed_page(players: int = 4) -> str:
    """The page of a game under seals."""
    return replay_page(finished_archive(1, players))


def part_of(page: str, part: str) -> Any:
    """One of the two data parts of a page: `content`, or the text of the `archive`."""
    (found,) = re.findall(rf'<script type="application/json" id="{part}">(.*?)</script>', page)
    return json.loads(found)


@contextmanager
def opened(
    browser: Browser, folder: Path, page: str, at: str = "", **context: Any
) -> Iterator[tuple[Page, list[str]]]:
    """The page from a file, with a list of all that it should not have done."""
    file = folder / "replay.html"
    file.write_text(page, encoding="utf-8")
    wrong: list[str] = []
    tab = browser.new_context(**{"reduced_motion": "reduce", **context})
    shown = tab.new_page()
    shown.on("console", lambda message: wrong.append(f"{message.type}: {message.text}"))
    shown.on("pageerror", lambda error: wrong.append(str(error)))
    shown.on("request", lambda request: wrong.append(request.url) if _is_foreign(request.url) else None)
    try:
        shown.goto(file.as_uri() + at)
        yield shown, wrong
    finally:
        tab.close()


def _is_foreign(url: str) -> bool:
    return not url.startswith(("file://", "data:", "blob:"))

"""Pictures of the replay page for the README, taken in a real browser.

`replay_pictures(folder)` writes them: the page in daylight, at night, and on a phone.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

from playwright.sync_api import Browser, Page

from engine.library.replay import replay_page
from engine.record.archive import archive
from tools.chromium import open_chromium

ROOT: Final = Path(__file__).parent.parent
GAME: Final = ROOT / "saves" / "4p-greedy-face-down.json"
NAMES: Final = ("Anna", "Bruno", "Clara", "Дмитрий")


class Shot(NamedTuple):
    """One picture: what the address names, how large and in which light, and from where down."""

    name: str
    at: str
    width: int
    height: int
    light: str
    above: str = ""
    """The part at its upper edge, if not the page's beginning."""


SHOTS: Final = (
    Shot("replay-board", "#ply=95", 1240, 800, "light"),
    Shot("replay-pits", "#ply=112&lang=de", 1240, 800, "dark", "#pits"),
    Shot("replay-phone", "#ply=85&lang=ru", 390, 844, "light"),
)


def replay_pictures(folder: Path) -> list[Path]:
    """Take every picture anew, and say where they are."""
    facts: dict[str, Any] = json.loads(GAME.read_bytes())
    facts["names"] = [{"name": name} for name in NAMES]
    page = replay_page(archive.write(facts))
    with TemporaryDirectory() as place, open_chromium() as browser:
        file = Path(place) / "replay.html"
        file.write_text(page, encoding="utf-8")
        return [_take(browser, file, shot, folder) for shot in SHOTS]


def _take(browser: Browser, file: Path, shot: Shot, folder: Path) -> Path:
    size = {"width": shot.width, "height": shot.height}
    context = browser.new_context(viewport=size, color_scheme=shot.light, reduced_motion="reduce")  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(file.as_uri() + shot.at)
    if shot.above:
        _scroll_to(page, shot.above)
    picture = folder / f"{shot.name}.png"
    page.screenshot(path=picture)
    context.close()
    return picture


def _scroll_to(page: Page, part: str) -> None:
    page.locator(part).evaluate("part => scrollTo(0, part.getBoundingClientRect().top + scrollY - 12)")


if __name__ == "__main__":
    for taken in replay_pictures(ROOT / "docs" / "pictures"):
        sys.stdout.write(f"{taken.relative_to(ROOT)}: {taken.stat().st_size} bytes\n")

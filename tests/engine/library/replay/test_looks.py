"""The page can be read by everyone: at any width, in any light, and without seeing it."""

from __future__ import annotations

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from engine.library.replay import replay_page
from engine.tongue import LANGUAGES
from tests.browser.chromium import chromium
from tests.engine.library.replay.shown import opened, saved_page, signed_page
from tests.engine.library.replay.test_page import renamed

__all__ = ["chromium"]

WIDTHS = (360, 1280)
LOST = """() => [...document.querySelectorAll("text, [transform], [d], [x], [y]")]
  .filter(part => /undefined|NaN|null/.test(part.outerHTML)).length"""


@pytest.mark.parametrize(
    ("width", "light", "at"),
    [
        (360, "light", "#ply=60"),
        (360, "dark", "#start"),
        (1280, "light", "#start"),
        (1280, "dark", "#ply=60"),
    ],
)
def test_axe_finds_nothing(chromium: Browser, tmp_path: Path, width: int, light: str, at: str) -> None:
    view = {"width": width, "height": 800}
    # Axe has to be put into the page, which the page's own policy would not allow.
    with opened(
        chromium, tmp_path, signed_page(), at, viewport=view, color_scheme=light, bypass_csp=True
    ) as (page, _):
        page.locator("summary").click()
        page.click("#verify")
        page.locator("#verdict.good").wait_for()
        found = Axe().run(page).response["violations"]
    assert [(rule["id"], rule["impact"], rule["nodes"][0]["target"]) for rule in found] == []


@pytest.mark.parametrize("name", ["2p-greedy", "3p-coal-shortage", "4p-greedy-face-down"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_wider_than_a_small_screen(
    chromium: Browser, tmp_path: Path, name: str, language: str
) -> None:
    view = {"width": 360, "height": 740}
    page_text = saved_page(name)
    with opened(chromium, tmp_path, page_text, f"#ply=0&lang={language}", viewport=view) as (page, wrong):
        for place in ("#ply=3", "#ply=50", "#ply=99999"):
            page.evaluate(f"location.hash = '{place}&lang={language}'")
            page.wait_for_timeout(50)
            assert page.evaluate("document.documentElement.scrollWidth") == 360
        assert wrong == []


@pytest.mark.parametrize("width", WIDTHS)
def test_long_names_fit(chromium: Browser, tmp_path: Path, width: int) -> None:
    names = ("W" * 40, "Ж" * 40, "漢" * 40, "i " * 19 + "ii")
    view = {"width": width, "height": 740}
    with opened(chromium, tmp_path, replay_page(renamed(*names)), "#ply=60", viewport=view) as (page, _):
        assert page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize("name", ["2p-greedy", "2p-shared-victory", "3p-coal-shortage", "4p-empty-stack"])
def test_every_ply_of_the_saved_games_can_be_drawn(chromium: Browser, tmp_path: Path, name: str) -> None:
    with opened(chromium, tmp_path, saved_page(name)) as (page, wrong):
        page.evaluate(
            "() => { const on = document.getElementById('forward'); while (!on.disabled) on.click() }"
        )
        lost = page.evaluate(LOST)
        assert (lost, wrong) == (0, [])

"""The HTML of a mail in a real browser: narrow and wide, light and dark, for eyes and for screen readers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from engine.rules import Game
from engine.show.html import ByClient, html_mail
from engine.tongue import LANGUAGES, tongue
from tests.browser.chromium import chromium
from tests.engine.rules.table import drafted, opened
from tests.engine.show.html.pages import html_of, page_of
from tests.engine.show.positions import random_positions

__all__ = ["chromium"]

LONG_NAMES = ["Bartholomäus der Ältere, Graf", "W" * 40, "Людмила Александровна", "Ж" * 60]


@pytest.fixture(scope="module")
def positions() -> list[Game]:
    """The draft, the first move, a choice, two crowded boards and an end."""
    middle = list(random_positions(4, 0, "any", every=30))
    late = list(random_positions(4, 1, "builders", every=55))
    choice = next(game for game in middle if game.drawn)
    return [opened(4), drafted(2), choice, middle[-2], late[-2], late[-1]]


def window(chromium: Browser, width: int, colours: str = "light") -> Page:
    return chromium.new_page(viewport={"width": width, "height": 800}, color_scheme=colours)  # type: ignore[arg-type]


@pytest.fixture(params=[320, 719, 720, 1400])
def at_width(chromium: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    page = window(chromium, request.param)
    yield page
    page.close()


def overflow(page: Page) -> int:
    """How far the page reaches beyond the window."""
    found: Any = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    return int(found)


@pytest.mark.parametrize("code", LANGUAGES)
def test_nothing_is_wider_than_the_window(at_width: Page, positions: list[Game], code: str) -> None:
    for game in positions[2:]:
        at_width.set_content(html_of(game, game.turn, LONG_NAMES, code))
        assert overflow(at_width) <= 0, game.ply


def test_commands_of_the_client_are_broken_too(at_width: Page, positions: list[Game]) -> None:
    for game in positions[2:-1]:
        page = page_of(game, game.turn, answer=ByClient("k3t9qa"))
        at_width.set_content(html_mail(page, tongue("en")))
        assert overflow(at_width) <= 0


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_everyone_can_read_it(chromium: Browser, positions: list[Game], colours: str) -> None:
    """Contrast, names, heads and language, by axe-core."""
    page = window(chromium, 360, colours)
    for game, code in zip(cycle(positions[::2]), LANGUAGES, strict=False):
        page.set_content(html_of(game, game.turn, code=code))
        found = Axe().run(page).response["violations"]
        assert [(fault["id"], fault["nodes"][0]["html"]) for fault in found] == []
    page.close()


def test_without_the_sheet_it_is_the_same(chromium: Browser, positions: list[Game]) -> None:
    """Programs that drop the sheet in the head show the page as it is by day on a phone; in a wide window the
    columns stand below each other, and nothing is lost."""
    html = html_of(positions[3], 0)
    sources = (html, html.partition("<style>")[0] + html.partition("</style>")[2])
    for width, same in ((360, True), (1000, False)):
        page = window(chromium, width)
        pictures, texts = [], []
        for source in sources:
            page.set_content(source)
            pictures.append(page.screenshot(full_page=True))
            texts.append(page.inner_text("body").split())
            assert overflow(page) <= 0
        page.close()
        assert (pictures[0] == pictures[1]) is same
        assert texts[0] == texts[1]


def test_the_window_is_filled(chromium: Browser, positions: list[Game]) -> None:
    """From the narrowest to the widest: two columns reach from edge to edge, or one does."""
    for width in (320, 500, 719, 720, 999, 1400):
        page = window(chromium, width)
        page.set_content(html_of(positions[3], 0))
        rows: Any = page.evaluate(
            "[...document.querySelectorAll('.r')].map(row => [...row.querySelectorAll('.h')]"
            ".map(column => column.getBoundingClientRect()).map(box => [box.left, box.right]))"
        )
        assert len(rows) >= 3
        for left, right in rows:
            assert right[1] >= width - 24
            beside = left[1] <= right[0] + 1
            assert beside is (width >= 720), width
            assert beside or left[1] >= width - 24
        page.close()


def test_a_finger_hits_a_row(chromium: Browser) -> None:
    """All of a row is its link, and high enough."""
    page = window(chromium, 375)
    page.set_content(html_of(drafted(4), drafted(4).turn))
    boxes: Any = page.evaluate(
        "[...document.querySelectorAll('a')].map(link => [link.getBoundingClientRect(),"
        "link.closest('td').getBoundingClientRect()].map(box => [box.width, box.height]))"
    )
    assert len(boxes) >= 10
    for link, cell in boxes:
        assert link == cell
        assert link[1] >= 42
    page.close()


def test_wide_windows_are_used(chromium: Browser, positions: list[Game]) -> None:
    """Two pits stand beside each other, and the page is much shorter."""
    heights = []
    for width in (360, 1000):
        page = window(chromium, width)
        page.set_content(html_of(positions[3], 0))
        heights.append(page.evaluate("document.body.scrollHeight"))
        page.close()
    assert heights[1] < heights[0] * 0.7


def test_a_link_opens_the_reply(chromium: Browser) -> None:
    page = window(chromium, 360)
    page.set_content(html_of(drafted(2), 0))
    link = page.get_by_role("link", name="money 4")
    assert str(link.get_attribute("href")).startswith("mailto:pit@example.org?subject=Re:%20")
    page.close()

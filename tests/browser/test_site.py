"""The site and the report in a real browser: search, narrow screens, keyboard, screen readers, no network."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page
from typer.testing import CliRunner

from client.cli import app
from engine.tongue import tongue
from server.host.archives.site.cards import GameCard, SeatCard
from server.host.archives.site.pages import Listed, pages
from tests.browser.chromium import chromium

__all__ = ["chromium"]

ROOT = Path(__file__).parents[2]
PLAYERS = ("Anna", "Ben Bäcker", "Клара", "Dmitri with a rather long name of his own")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages of forty games; their replays are not looked at here."""
    folder = tmp_path_factory.mktemp("site")
    cards = [_card(number) for number in range(40)]
    for path, content in pages(Listed(cards), "pit.example.org", tongue("en")):
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_bytes(content)
    return folder


def _card(number: int) -> GameCard:
    count = 2 + number % 3
    sittings = [
        SeatCard(PLAYERS[(number + seat) % 4], (number + seat) % 4 + 1, 90 - 9 * seat, seat + 1, 30, 12, 5)
        for seat in range(count)
    ]
    return GameCard(
        f"k{number:05d}", "", "pit.example.org", 1_790_000_000 - 90_000 * number, 80, tuple(sittings)
    )


@pytest.fixture(params=[360, 1280])
def page(request: pytest.FixtureRequest, chromium: Browser) -> Iterator[Page]:
    """A narrow and a wide window that notes what it asks for and what goes wrong."""
    opened = chromium.new_page(viewport={"width": request.param, "height": 800})
    asked: list[str] = []
    wrong: list[str] = []
    opened.on("request", lambda asking: asked.append(asking.url))
    opened.on("console", lambda said: wrong.append(said.text))
    opened.on("pageerror", lambda error: wrong.append(str(error)))
    yield opened
    assert all(url.startswith("file:") for url in asked)
    assert wrong == []
    opened.close()


def visit(page: Page, file: Path) -> None:
    page.goto(file.as_uri())
    width = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width[0] <= width[1], "nothing sticks out"
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def shown(page: Page) -> list[str]:
    return page.locator("tbody tr:visible td:nth-child(2)").all_inner_texts()


def test_games_are_found_by_their_words(page: Page, site: Path) -> None:
    visit(page, site / "index.html")
    assert len(shown(page)) == 40
    page.keyboard.press("Tab")
    while page.evaluate("document.activeElement.id") != "search":
        page.keyboard.press("Tab")
    page.keyboard.type("k00017")
    assert shown(page) == ["k00017"]
    assert page.locator("#found").inner_text() == "1 / 40"
    page.locator("#search").fill("клара BEN")
    assert 0 < len(shown(page)) < 40
    page.locator("#search").fill("nobody of this name")
    assert shown(page) == []
    page.locator("#search").fill("")
    assert len(shown(page)) == 40


@pytest.mark.parametrize("name", ["players.html", "records.html", "players/2.html"])
def test_other_pages_are_in_order(page: Page, site: Path, name: str) -> None:
    visit(page, site / name)
    if name == "players.html":
        page.get_by_role("link", name="Ben Bäcker").click()
        assert page.get_by_role("heading", level=1).inner_text() == "Ben Bäcker"
        page.get_by_role("link", name="Games", exact=True).click()
        assert len(shown(page)) == 40


def test_the_report_is_in_order(page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRUBENPOST_HOME", str(tmp_path))
    monkeypatch.setenv("GRUBENPOST_LANGUAGE", "en")
    saves = map(str, sorted((ROOT / "saves").glob("*.json")))
    done = CliRunner().invoke(app, ["stats", *saves, "--out", str(tmp_path / "report.html")])
    assert done.exit_code == 0, done.output
    visit(page, tmp_path / "report.html")
    page.locator("summary").first.press("Enter")
    assert page.locator("table").first.is_visible()

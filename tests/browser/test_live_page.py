"""The page of a game under way in a real browser: on a phone and in a wide window, for everybody."""

from __future__ import annotations

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from server.host.archives.site import build_site
from server.ledger.store import Ledger
from tests.browser.chromium import chromium
from tests.server.house import House
from tests.server.playing import make_table

__all__ = ["chromium"]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site with one game under way."""
    folder = tmp_path_factory.mktemp("live")
    with Ledger(f"sqlite:///{folder / 'ledger.sqlite'}") as ledger:
        house = House(ledger)
        make_table(house, 3, "pace=daily deliveries=hidden", 30)
        build_site(ledger, house.settings.key, house.server, folder / "site", "en", lambda ids, _: ids)
    return folder / "site"


@pytest.mark.parametrize(("wide", "colours"), [(375, "dark"), (1280, "light")])
def test_it_fits_and_everybody_can_read_it(chromium: Browser, site: Path, wide: int, colours: str) -> None:
    page = chromium.new_page(viewport={"width": wide, "height": 800}, color_scheme=colours)  # type: ignore[arg-type]
    wrong: list[str] = []
    page.on("console", lambda said: wrong.append(said.text))
    page.goto((site / "live.html").as_uri())
    for _ in range(2):
        width = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert width[0] <= width[1], "nothing sticks out"
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
        if "live.html" in page.url:
            page.locator("tbody a").first.click()
    assert page.get_by_text("How they stand").is_visible()
    assert page.locator("nav a", has_text="Atom feed").get_attribute("href", timeout=1000)
    page.locator("nav a", has_text="Under way").click()
    assert page.get_by_role("heading", level=1).inner_text().startswith("Games under way")
    assert wrong == []
    page.close()

"""The browser of the tests is a real one, and leaves no trace behind."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.browser.chromium import chromium
from tools.chromium import NoChromium, chromium_path

__all__ = ["chromium"]


def test_it_lays_out_pages(chromium: Browser) -> None:
    page = chromium.new_page(viewport={"width": 360, "height": 640})
    page.set_content("<p style='width:500px'>wide</p>")
    assert page.evaluate("document.documentElement.scrollWidth") > 500
    page.close()


def test_a_missing_browser_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHROMIUM", "no-such-browser")
    with pytest.raises(NoChromium, match="install"):
        chromium_path()

"""The browser for tests, as a fixture.

    from tests.browser.chromium import chromium

    __all__ = ["chromium"]

It lives as long as one module's tests: while it is open an event loop runs in this thread, and other
modules may want one of their own.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.server.components import lacking
from tools.chromium import NoChromium, chromium_path, open_chromium


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """A real browser. Where there is none the test is left out; with CI=true it fails."""
    try:
        chromium_path()
    except NoChromium:
        lacking("Chromium")
    with open_chromium() as browser:
        yield browser

"""Debian's Chromium, driven from Python: for pictures of what players see, and for the tests that look at it.

Nothing is downloaded: the browser is the one that the system has.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright


class NoChromium(Exception):
    """There is no browser on this machine."""


def chromium_path() -> str:
    """The path of the browser: CHROMIUM names it, else it is looked for."""
    found = shutil.which(os.environ.get("CHROMIUM", "chromium"))
    if found is None:
        raise NoChromium("there is no chromium here: install Debian's package `chromium`")
    return found


@contextmanager
def open_chromium() -> Iterator[Browser]:
    """A browser without windows, closed again at the end. Playwright's loop runs as long as it is open."""
    path = chromium_path()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        try:
            yield browser
        finally:
            browser.close()

"""A contact sheet of every mail as a page: `python -m tests.server.outgoing.contact_sheet FOLDER`.

Every kind in every language, on four widths, by day and by night, with its sheet of styles and without. The
pictures and a page that shows all of them lie in the folder.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from html import escape
from itertools import product
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser

from server.ledger.store import Ledger
from tests.server.house import House
from tests.server.outgoing.every_mail import every_mail
from tools.chromium import open_chromium

WIDTHS = (320, 375, 768, 1000)
COLOURS: tuple[Literal["light", "dark"], ...] = ("light", "dark")
_SMALL = 4
"""So much smaller the pictures stand on the sheet."""


def mails() -> dict[str, str]:
    """The pages by kind and language."""
    with tempfile.TemporaryDirectory() as folder, Ledger(f"sqlite:///{folder}/ledger.sqlite") as ledger:
        shown = [mail for mail in every_mail(House(ledger)) if mail.html]
        return {f"{mail.kind}-{mail.language}": mail.html for mail in shown}


def without_sheet(html: str) -> str:
    """A page as a program shows it that drops the sheet in its head."""
    return html.partition("<style>")[0] + html.partition("</style>")[2]


def photograph(browser: Browser, pages: dict[str, str], folder: Path) -> Iterator[tuple[str, int]]:
    """Each picture's name and width."""
    for width, colours in product(WIDTHS, COLOURS):
        window = browser.new_page(viewport={"width": width, "height": 667}, color_scheme=colours)
        for name, html in pages.items():
            for styled, source in (("styled", html), ("plain", without_sheet(html))):
                window.set_content(source)
                picture = f"{name}-{width}-{colours}-{styled}.png"
                window.screenshot(path=folder / picture, full_page=True)
                yield picture, width
        window.close()


def write_sheet(folder: Path, pages: dict[str, str]) -> Path:
    """All pictures, and the page that shows them."""
    folder.mkdir(parents=True, exist_ok=True)
    with open_chromium() as browser:
        taken = sorted(photograph(browser, pages, folder))
    figures = "".join(
        f'<figure style="display:inline-block;margin:4px;vertical-align:top"><a href="{escape(picture)}">'
        f'<img src="{escape(picture)}" width="{width // _SMALL}" alt=""></a>'
        f'<figcaption style="font:10px sans-serif">{escape(picture)}</figcaption></figure>\n'
        for picture, width in taken
    )
    sheet = folder / "index.html"
    sheet.write_text(f'<!DOCTYPE html>\n<meta charset="utf-8">\n<title>Mails</title>\n{figures}', "utf-8")
    return sheet


if __name__ == "__main__":
    sys.stdout.write(f"{write_sheet(Path(sys.argv[1]), mails())}\n")

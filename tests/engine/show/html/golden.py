"""One mail in each language, as it was meant to look: open the pages in a browser.

python -m tests.engine.show.html.golden      writes them anew: look at them before you keep them
"""

from __future__ import annotations

from pathlib import Path

from engine.rules import view
from engine.show import Style, numbered_actions, tell
from engine.show.html import Page, html_mail
from engine.tongue import tongue
from tests.engine.show.events import EVENTS
from tests.engine.show.html.pages import CHECKPOINT, REPLY
from tests.engine.show.positions import a_rich_position

FOLDER = Path(__file__).parent / "golden"
SHOWN = ("en", "de", "ru")
"""Languages that look different enough; others look like one of them."""
NAMES = ["Anna", "Ben", "Иван"]


def golden_mail(language: str) -> str:
    """A rich position, with every kind of event."""
    spoken, game = tongue(language), a_rich_position()
    seen = view(game, game.turn)
    page = Page(
        view=seen,
        names=NAMES,
        reader=game.turn,
        headline="Grubenpost k3t9qa",
        story=tell(EVENTS, NAMES, spoken, Style.UNICODE),
        menu=numbered_actions(seen, NAMES, spoken, Style.UNICODE),
        answer=REPLY,
        checkpoint=CHECKPOINT,
    )
    return html_mail(page, spoken)


def golden_path(language: str) -> Path:
    return FOLDER / f"{language}.html"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for language in SHOWN:
        golden_path(language).write_text(golden_mail(language), encoding="utf-8")

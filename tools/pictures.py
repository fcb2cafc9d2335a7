"""Draws the pictures of mails that stand in the documentation: `python -m tools.pictures`.

They show one position of a saved game as its next player gets it, in a wide window by day, on a phone by
night, and as plain text in a terminal; and as everybody sees it on the club's site. The input never changes;
what the browser makes of it may.
"""

from __future__ import annotations

import json
import sys
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image
from playwright.sync_api import Browser

from engine.rules import Event, Game, new_game, parse, play, view
from engine.show import Menu, Style, board, numbered_actions, tell, wrap
from engine.show.html import ByMail, Page, html_mail
from engine.show.scribe import scribe
from engine.tongue import ENGLISH, tongue
from server.host.archives.site.live import bar
from tools.chromium import open_chromium

ROOT = Path(__file__).parent.parent
PICTURES = ROOT / "docs/pictures"
SAVED = ROOT / "saves/4p-greedy-face-down.json"
PLY = 74
NAMES = ("Anna", "Boris", "Jürgen", "Lucy")
GAME = "k3t9qa"
CODE = "GP-7K3M-Q9XW-2TRD"
TONGUE = tongue(ENGLISH)
_COLOURS = 64
_RULE = "───"
"""Begins the line over each pit."""


class PicturedPosition(NamedTuple):
    """A position, and what happened since its player's last move."""

    game: Game
    events: list[Event]


class Window(NamedTuple):
    """The window of a picture, drawn twice as sharp; what is below its height is left out. Without one all is
    shown.
    """

    name: str
    wide: int
    high: int
    colours: Any


WIDE = Window("mail-wide-light", 1000, 980, "light")
PHONE = Window("mail-phone-dark", 375, 980, "dark")
TERMINAL = Window("mail-terminal", 604, 0, "dark")
LIVE = Window("live-wide", 1000, 900, "light")
LIVE_PHONE = Window("live-phone", 375, 900, "dark")


def shown() -> PicturedPosition:
    """The saved game up to one ply, with all cards open."""
    facts = json.loads(SAVED.read_bytes())
    game = new_game(facts["options"]["players"], **facts["stacks"], start=facts["start"])
    turns: list[tuple[int, list[Event]]] = []
    for ply in facts["plies"][:PLY]:
        played = play(game, parse(ply["action"]), ply["seat"])
        turns.append((ply["seat"], played.events))
        game = played.game
    last = max(at for at, (seat, _) in enumerate(turns) if seat == game.turn)
    return PicturedPosition(game, [event for _, events in turns[last + 1 :] for event in events])


def headline(game: Game) -> str:
    return f"Game {GAME}, ply {game.ply}: it is your turn."


def page_of(what: PicturedPosition) -> str:
    """The mail in HTML."""
    seat = what.game.turn
    seen = view(what.game, seat)
    page = Page(
        view=seen,
        names=NAMES,
        reader=seat,
        headline=headline(what.game),
        story=tell(what.events, NAMES, TONGUE, Style.UNICODE),
        menu=numbered_actions(seen, NAMES, TONGUE, Style.UNICODE),
        answer=ByMail("pit@example.org", f"Re: [your turn] Grubenpost {GAME}", CODE),
    )
    return html_mail(page, TONGUE)


def live_page_of(what: PicturedPosition) -> str:
    """The page of the same game on the club's site, for everybody."""
    page = Page(
        view=view(what.game, None),
        names=NAMES,
        reader=None,
        headline=f"Game {GAME}, ply {what.game.ply}: it is the turn of {NAMES[what.game.turn]}.",
        story=tell(what.events, NAMES, TONGUE, Style.UNICODE),
        menu=Menu((), scribe(TONGUE, Style.UNICODE)),
        notes=["As of 18 November 2026, 11:45 (UTC)."],
    )
    return html_mail(page, TONGUE, above=bar(GAME, TONGUE))


def text_of(what: PicturedPosition) -> str:
    """The mail as text, down to the reader's own pit."""
    seat = what.game.turn
    seen = view(what.game, seat)
    story = "\n".join(
        line for told in tell(what.events, NAMES, TONGUE, Style.UNICODE) for line in wrap(told, "  ")
    )
    drawn = board(seen, NAMES, seat, TONGUE, Style.UNICODE)
    own = drawn.partition(f"\n{_RULE}")[2].partition(f"\n{_RULE}")[0]
    return f"{headline(what.game)}\n\nWhat happened:\n{story}\n\n{drawn.partition(own)[0]}{own}"


def terminal(text: str) -> str:
    """A text as a terminal shows it."""
    font = "font:12px/16px 'DejaVu Sans Mono',monospace"
    return (
        '<body style="margin:0;background:#11151a;color:#d9dee3">'
        f'<pre style="margin:0;padding:16px 20px;{font};white-space:pre-wrap">{escape(text)}</pre></body>'
    )


def photograph(browser: Browser, html: str, window: Window, folder: Path) -> Path:
    page = browser.new_page(
        viewport={"width": window.wide, "height": window.high or 1},
        color_scheme=window.colours,
        device_scale_factor=2,
    )
    page.set_content(html)
    path = folder / f"{window.name}.png"
    page.screenshot(path=path, full_page=not window.high)
    page.close()
    with Image.open(path) as drawn:  # few colours: a quarter of the bytes
        drawn.convert("RGB").quantize(_COLOURS).save(path, optimize=True)
    return path


def draw(folder: Path) -> list[Path]:
    """All pictures, into a folder."""
    what = shown()
    mail, live = page_of(what), live_page_of(what)
    taken = ((mail, WIDE), (mail, PHONE), (terminal(text_of(what)), TERMINAL))
    taken += ((live, LIVE), (live, LIVE_PHONE))
    with open_chromium() as browser:
        return [photograph(browser, html, window, folder) for html, window in taken]


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    for path in draw(PICTURES):
        sys.stdout.write(f"{path.relative_to(ROOT)}: {path.stat().st_size:,} bytes\n")


if __name__ == "__main__":
    main()

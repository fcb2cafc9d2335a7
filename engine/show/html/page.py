"""The whole page: what is to be told first stands first."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import accumulate
from typing import Final

from ...rules import Game
from ...rules.game import CHOOSE
from ...tongue import Tongue
from ..people import people
from ..style import Style
from ..turn.actions import Menu
from ..turn.in_short import can_do
from .actions import Answer, actions_panel
from .ahead import Ahead, ahead_panel
from .banner import banner
from .ending import standings_panel
from .look import (
    BREAK,
    FONT,
    INK,
    LAYOUT,
    LINK,
    MONO,
    PAPER,
    SHEET,
    SOFT,
    WIDE,
    columns,
    panel,
    parted,
    sentence,
    title,
)
from .offer import draft_panel, drawn_panel
from .pit import means_panel, pit_of
from .players import numbers
from .said import said_in
from .scene import Scene
from .spaces import board_panel

_LONGEST_STORY: Final = 2500
"""So many letters: who waited for long hears of the newest. Some programs cut off a page that is long."""
_FIRST_STORY: Final = 6
"""So many lines of it stand on the first screen of a phone, each of so many letters."""
_LINE: Final = 48


@dataclass(frozen=True, slots=True)
class Page:
    """A page for one reader. Texts are plain, in the reader's language, and not escaped.

    Without a menu nobody is to move: the game is over or was given up.
    """

    view: Game
    names: Sequence[str]
    reader: int | None
    headline: str
    story: Sequence[str] = ()
    menu: Menu | None = None
    answer: Answer = None
    ahead: Ahead | None = None
    """The way to order ahead, for somebody who waits."""
    notes: Sequence[str] = ()
    checkpoint: str = ""
    time: Sequence[str] = ()
    """Until when whoever is on turn has time; at the end of a game, which one it is."""
    archive: str = ""
    """The address of a mail that asks for the archive."""


def html_mail(page: Page, tongue: Tongue, *, head: str = "", above: str = "") -> str:
    """The page as a document of its own; `head` and `above` are more of its head and body, as HTML."""
    scene = _scene(page, tongue)
    newest, earlier = _newest(page.story)
    rows = [
        banner(scene, escape(page.headline), [escape(line) for line in page.time]),
        standings_panel(scene) if page.view.over else "",
        _archive(scene, page.archive),
        _story(scene.said.say("What happened"), newest),
        drawn_panel(scene),
        means_panel(scene, page.reader) if page.menu and page.reader is not None else "",
        _actions(scene, page),
        ahead_panel(page.ahead, scene.said) if page.ahead else "",
        *_table(scene),
        _before(scene, earlier),
        _foot(page),
    ]
    return _document(
        tongue.code, f"<title>{escape(page.headline)}</title>{head}", above + _main("".join(rows))
    )


def _scene(page: Page, tongue: Tongue) -> Scene:
    seated = people(page.names, tongue, Style.UNICODE)
    turn = page.view.turn if page.menu is not None else None
    return Scene(page.view, seated, page.reader, turn, said_in(tongue))


def _table(scene: Scene) -> list[str]:
    """All that lies on the table: during the draft nothing has happened there yet."""
    if scene.game.draft:
        return [draft_panel(scene)]
    if scene.game.over:
        return [board_panel(scene), _pits(scene)]
    return [_standing(scene), board_panel(scene), _pits(scene)]


def _document(language: str, head: str, body: str) -> str:
    return (
        f'<!DOCTYPE html>\n<html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        '<meta name="supported-color-schemes" content="light dark">'
        f"{head}\n<style>{SHEET}</style></head>\n"
        f'<body class="p" style="margin:0;padding:0;background-color:{PAPER};color:{INK}">\n'
        f"{body}</body></html>\n"
    )


def _main(rows: str) -> str:
    return (
        f'{LAYOUT} class="p" width="100%" bgcolor="{PAPER}" '
        f'style="background-color:{PAPER};color:{INK};{FONT}">'
        f'<tr><td align="center">\n<div role="main">{LAYOUT} width="100%" '
        f'style="max-width:{WIDE}px;text-align:left">\n{rows}</table></div>\n</td></tr></table>'
    )


def _story(heading: str, story: Sequence[str]) -> str:
    """Sentences below a heading."""
    if not story:
        return ""
    items = "".join([f'<li style="margin:0">{escape(sentence, quote=False)}</li>\n' for sentence in story])
    style = f"margin:0;padding:0 4px 0 20px;font-size:13px;line-height:18px;{BREAK}"
    return panel(f'{title(heading)}<ul style="{style}">\n{items}</ul>\n')


def _newest(story: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    """The sentences for the first screen, one at least, and those before them."""
    lines = list(accumulate(-(-len(sentence) // _LINE) for sentence in reversed(story)))
    first = len(story) - max(1, bisect_right(lines, _FIRST_STORY))
    return story[max(first, 0) :], story[: max(first, 0)]


def _before(scene: Scene, story: Sequence[str]) -> str:
    """The earlier events, from their end, as much as there is room for."""
    letters = list(accumulate(len(sentence) for sentence in reversed(story)))
    told = [*story[len(story) - bisect_right(letters, _LONGEST_STORY) :]]
    if more := len(story) - len(told):
        told.insert(0, _earlier(scene.said.tongue, more))
    return _story(scene.said.say("What happened before that"), told)


def _earlier(tongue: Tongue, n: int) -> str:
    return tongue.count(
        "{n} earlier event: the text of this mail tells of it.",
        "{n} earlier events: the text of this mail tells of them.",
        n,
    )


def _standing(scene: Scene) -> str:
    """Everyone's numbers, and beside them the reader's own pit."""
    say = scene.said.say
    heading = say("How you stand") if scene.reader is not None else say("How they stand")
    own = pit_of(scene, scene.reader) if scene.reader is not None else ""
    return panel(title(heading) + columns(own, numbers(scene)))


def _actions(scene: Scene, page: Page) -> str:
    """The reader's own, to choose from; those of another in short."""
    turn = page.view.turn
    if page.menu is None or not (page.menu.entries or page.view.phase == CHOOSE):
        return ""
    if scene.reader == turn:
        pit = page.view.pits[turn]
        return actions_panel(scene.said.say("What you can do"), page.menu, page.answer, scene.said, pit)
    return panel(sentence(escape(can_do(page.view, scene.people, scene.said.tongue))))


def _archive(scene: Scene, link: str) -> str:
    if not link:
        return ""
    words = scene.said.say("Reply with `archive`: the archive of this game comes by mail.")
    style = f"display:block;padding:11px 4px;color:{LINK};font-size:14px;line-height:20px"
    return panel(f'<a href="{escape(link)}" class="l" style="{style}"><b>{words}</b></a>\n')


def _pits(scene: Scene) -> str:
    """All pits that were not shown yet."""
    say, game = scene.said.say, scene.game
    shown = None if game.over else scene.reader
    pits = [(pit_of(scene, seat), 1) for seat in scene.seats if seat != shown]
    heading = say("The pits") if shown is None else say("The other pits")
    return panel(title(heading) + parted(pits))


def _foot(page: Page) -> str:
    notes = "".join(
        [f'<p style="margin:0 0 6px;font-size:13px;{BREAK}">{escape(note)}</p>\n' for note in page.notes]
    )
    if page.checkpoint:
        style = f"margin:0;{MONO};font-size:10px;line-height:14px;word-break:break-all"
        notes += f'<p style="{style}">{escape(page.checkpoint)}</p>\n'
    return (
        f'<tr><td class="s" style="padding:8px 12px 16px;color:{SOFT}">\n{notes}</td></tr>\n' if notes else ""
    )

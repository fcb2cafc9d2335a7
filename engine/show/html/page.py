"""The whole page: what is to be told first stands first."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import accumulate
from typing import Final

from ...rules import Game
from ...tongue import Tongue
from ..people import people
from ..style import Style
from ..turn.actions import Menu
from .actions import Answer, actions_panel
from .ahead import Ahead, ahead_panel
from .banner import banner
from .ending import standings_panel
from .look import (
    BREAK,
    END_OF_HALVES,
    FONT,
    INK,
    LAYOUT,
    MONO,
    PAPER,
    SHEET,
    SOFT,
    WIDE,
    half,
    panel,
    title,
)
from .offer import offer_panel
from .pit import pit_of
from .players import numbers
from .said import HtmlTongue, said_in
from .scene import Scene
from .spaces import board_panel

_LONGEST_STORY: Final = 3000
"""So many letters: who waited for long hears of the newest. Some programs cut off a page that is long."""


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
    """Until when whoever is on turn has time."""


def html_mail(page: Page, tongue: Tongue, *, head: str = "", above: str = "") -> str:
    """The page as a document of its own; `head` and `above` are more of its head and body, as HTML."""
    scene = _scene(page, tongue)
    rows = [
        banner(scene, escape(page.headline), [escape(line) for line in page.time]),
        *_parts(scene, page),
        board_panel(scene),
        _actions(scene, page),
        ahead_panel(page.ahead, scene.said) if page.ahead else "",
        _pits(scene),
        _foot(page),
    ]
    return _document(
        tongue.code, f"<title>{escape(page.headline)}</title>{head}", above + _main("".join(rows))
    )


def _scene(page: Page, tongue: Tongue) -> Scene:
    seated = people(page.names, tongue, Style.UNICODE)
    turn = page.view.turn if page.menu is not None else None
    return Scene(page.view, seated, page.reader, turn, said_in(tongue))


def _parts(scene: Scene, page: Page) -> list[str]:
    """The parts before the board: at the end of the game the result, and what led to it after that."""
    story = _story(scene, page.story)
    if page.view.over:
        return [standings_panel(scene), story]
    return [story, offer_panel(scene), _standing(scene)]


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
        f'{LAYOUT} class="p" width="100%" style="background-color:{PAPER};color:{INK};{FONT}">'
        f'<tr><td align="center">\n<div role="main">{LAYOUT} width="100%" '
        f'style="max-width:{WIDE}px;text-align:left">\n{rows}</table></div>\n</td></tr></table>'
    )


def _story(scene: Scene, story: Sequence[str]) -> str:
    if not story:
        return ""
    told = [escape(sentence, quote=False) for sentence in _newest(story)]
    if earlier := len(story) - len(told):
        told.insert(0, _earlier(scene.said, earlier))
    items = "".join([f'<li style="margin:0 0 3px">{sentence}</li>\n' for sentence in told])
    style = f"margin:0;padding:0 4px 0 24px;font-size:14px;line-height:20px;{BREAK}"
    return panel(f'{title(scene.said.say("What happened"))}<ul style="{style}">\n{items}</ul>\n')


def _newest(story: Sequence[str]) -> Sequence[str]:
    """As many sentences from the end as there is room for."""
    letters = list(accumulate(len(sentence) for sentence in reversed(story)))
    return story[len(story) - bisect_right(letters, _LONGEST_STORY) :]


def _earlier(said: HtmlTongue, n: int) -> str:
    return said.count(
        "{n} earlier event: the text of this mail tells of it.",
        "{n} earlier events: the text of this mail tells of them.",
        n,
    )


def _standing(scene: Scene) -> str:
    """Everyone's numbers, and beside them the reader's own pit."""
    say = scene.said.say
    heading = say("How you stand") if scene.reader is not None else say("How they stand")
    own = half(pit_of(scene, scene.reader)) if scene.reader is not None else ""
    return panel(title(heading) + own + half(numbers(scene)) + END_OF_HALVES)


def _actions(scene: Scene, page: Page) -> str:
    if page.menu is None or not page.menu.entries:
        return ""
    heading = scene.said.say("What you can do")
    if scene.reader != scene.turn:
        heading = scene.said.say("What {who} can do", who=scene.people[page.view.turn].name)
    return actions_panel(heading, page.menu, page.answer, scene.said)


def _pits(scene: Scene) -> str:
    """All pits that were not shown yet."""
    say, game = scene.said.say, scene.game
    shown = None if game.over else scene.reader
    pits = [half(pit_of(scene, seat)) for seat in scene.seats if seat != shown]
    heading = say("The pits") if shown is None else say("The other pits")
    return panel(title(heading) + "".join(pits) + END_OF_HALVES)


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

"""The head of the page, which says whose turn it is, and the shift clock."""

from __future__ import annotations

from collections.abc import Sequence

from .. import words
from .look import BREAK, LAMP, LAMP_INK, NIGHT, SNOW, SOFT
from .scene import Scene


def banner(scene: Scene, headline: str, lines: Sequence[str] = ()) -> str:
    """The headline, large, and in lamplight if it is the reader's turn; below it until when."""
    mine = scene.turn is not None and scene.turn == scene.reader
    back, ink = (LAMP, LAMP_INK) if mine else (NIGHT, SNOW)
    return (
        f'<tr><td bgcolor="{back}" style="background-color:{back};color:{ink};padding:10px 12px;{BREAK}">'
        f'<h1 style="margin:0;font-size:20px;line-height:26px">{headline}</h1>\n'
        f"{_lines(lines)}</td></tr>\n"
    )


def _lines(lines: Sequence[str]) -> str:
    style = "margin:4px 0 0;font-size:13px;line-height:18px"
    return f'<p style="{style}">{"<br>".join(lines)}</p>\n' if lines else ""


def shift_clock(scene: Scene) -> str:
    """The three shifts: those that are over, the one that runs, and those to come."""
    game = scene.game
    cells = ""
    for shift in (1, 2, 3):
        style, sign = "", ""
        if game.over or shift < game.shift:
            sign = "&#10003; "
        elif shift == game.shift:
            style, sign = f";background-color:{NIGHT};color:{SNOW};font-weight:bold", "&#9654; "
        cells += (
            f'<td align="center" width="48" style="border:1px solid {SOFT}{style}">'
            f"{sign}{words.SHIFTS[shift]}</td>"
        )
    return (
        '<table role="presentation" cellspacing="0" cellpadding="2" '
        f'style="font-size:13px;line-height:20px"><tr>{cells}'
        f'<td style="padding:2px 8px;{BREAK}">{_state(scene)}</td></tr></table>\n'
    )


def _state(scene: Scene) -> str:
    game, say = scene.game, scene.said.say
    start = scene.people[game.start].name
    if game.over:
        return say(words.AFTER_ALL)
    if not game.shift:
        return say(words.IN_DRAFT, start=start)
    return say(words.IN_SHIFT, shift=words.SHIFTS[game.shift], start=start)

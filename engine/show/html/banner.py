"""The head of the page: whose turn it is, and the shift clock."""

from __future__ import annotations

from collections.abc import Sequence

from .. import words
from .look import BREAK, LAMP, LAMP_INK, NIGHT, SNOW
from .scene import Scene


def banner(scene: Scene, headline: str, time: Sequence[str] = ()) -> str:
    """The player on turn, large, and in lamplight if it is the reader; below it until when, and the shift
    clock.
    """
    mine = scene.turn is not None and scene.turn == scene.reader
    back, ink = (LAMP, LAMP_INK) if mine else (NIGHT, SNOW)
    return (
        f'<tr><td style="background-color:{back};color:{ink};padding:16px 12px 14px;{BREAK}">'
        f'<h1 style="margin:0 0 10px;font-size:22px;line-height:28px">{headline}</h1>\n'
        f"{_time(time)}{_clock(scene, back, ink)}</td></tr>\n"
    )


def _time(lines: Sequence[str]) -> str:
    style = "margin:0 0 10px;font-size:14px;line-height:20px"
    return f'<p style="{style}">{"<br>".join(lines)}</p>\n' if lines else ""


def _clock(scene: Scene, back: str, ink: str) -> str:
    """The three shifts: those that are over, the one that runs, and those to come."""
    game = scene.game
    cells = ""
    for shift in (1, 2, 3):
        style, sign = "", ""
        if game.over or shift < game.shift:
            sign = "&#10003; "
        elif shift == game.shift:
            style, sign = f";background-color:{ink};color:{back};font-weight:bold", "&#9654; "
        cells += (
            f'<td align="center" width="48" style="border:1px solid {ink}{style}">'
            f"{sign}{words.SHIFTS[shift]}</td>"
        )
    return (
        '<table role="presentation" cellspacing="0" cellpadding="2" '
        f'style="font-size:13px;line-height:20px;color:{ink}"><tr>{cells}'
        f'<td style="padding:2px 8px">{_state(scene)}</td></tr></table>\n'
    )


def _state(scene: Scene) -> str:
    game, say = scene.game, scene.said.say
    start = scene.people[game.start].name
    if game.over:
        return say(words.AFTER_ALL)
    if not game.shift:
        return say(words.IN_DRAFT, start=start)
    return say(words.IN_SHIFT, shift=words.SHIFTS[game.shift], start=start)

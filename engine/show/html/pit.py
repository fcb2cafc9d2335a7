"""One player's pit as a cross-section, with the orders and all else that the player has."""

from __future__ import annotations

from functools import lru_cache
from html import escape
from typing import Final

from ...rules import Card, Order, Pit, coal
from ...rules import components as box
from ...rules.game import DRAFT
from .. import words
from ..boards.aloud import cage_in_words
from ..boards.orders import balance, delivered
from ..turn import means
from .cells import GAP, ROOM, boxes, cubes, load, spots
from .look import FIELD, panel, sentence, subtitle
from .said import HtmlTongue
from .scene import Scene

_AIR: Final = 'class="a" bgcolor="#d3e4f1" style="font-size:12px"'
_LIGHT: Final = 'class="w" bgcolor="#fdf3cf" width="38%"'
_DARK: Final = 'class="d" bgcolor="#c2b9a8" width="38%"'
_SHAFT: Final = 'bgcolor="#3d464d" style="color:#ffffff"'
_CAGE: Final = 'bgcolor="#f7c948" style="color:#2b2100;white-space:nowrap"'
_ROPE: Final = "&#9474;"
_NAME: Final = "background-color:#5b5347;color:#ffffff;font-size:11px"
_DONE: Final = ' style="background:#d7efd9;color:#12381a;border:1px solid #3f8a4c;'
_SHORT: Final = 4
"""With more facts it is too long for a line of a phone."""
_OPEN: Final = f' class="f" style="background:{FIELD};'


def pit_of(scene: Scene, seat: int) -> str:
    """All that a player has."""
    pit = scene.game.pits[seat]
    return (
        subtitle(f"{scene.badge(seat)} {scene.name(seat)}")
        + _line(_numbers(scene, seat))
        + _section(scene.said, pit)
        + _belongings(scene.said, pit)
    )


def means_panel(scene: Scene, seat: int) -> str:
    """The means to act with, in a few lines."""
    game, said = scene.game, scene.said
    pit, tongue = game.pits[seat], said.tongue
    told = f"<b>{said.say(means.HAVE, facts=', '.join(means.numbers(game, seat, tongue)))}</b>"
    if game.phase != DRAFT:
        stored = cubes(pit.storage) or said.say(words.EMPTY)
        told += f" {escape(cage_in_words(pit, tongue))} {said.headed(words.STORAGE)}: {stored}."
    orders = GAP.join(chips(said, pit)) or said.say(words.NOTHING)
    outstanding = f"{said.headed(words.OUTSTANDING)}: {orders}"
    return panel(
        sentence(told) + f'<div style="margin:0 4px;font-size:13px;line-height:26px">{outstanding}</div>\n'
    )


def _line(text: str, high: int = 20) -> str:
    return f'<div style="font-size:13px;line-height:{high}px">{text}</div>\n'


def _numbers(scene: Scene, seat: int) -> str:
    """The numbers that decide what the player can do."""
    game, said = scene.game, scene.said
    vp = said.say(words.WORTH, vp=game.vp[seat])
    facts = [f"<b>{vp}</b>", said.told(words.marks, game.pits[seat].money)]
    if not game.over:
        facts.append(said.told(words.workers_left, game.workers[seat]))
        facts.append(said.told(words.in_canteen, game.canteen[seat]))
    return " &middot; ".join(facts)


def _section(said: HtmlTongue, pit: Pit) -> str:
    """Five rows: above ground, and the four levels; the shaft with the cage in the middle."""
    rows = [
        f'<tr><td {_AIR} colspan="2" align="right">{said.say(words.LIGHT)}</td>{_shaft(pit, 0)}'
        f"<td {_AIR}>{said.say(words.DARK)}</td></tr>\n"
    ]
    for level, letter in enumerate(coal.LETTERS):
        light, dark = _sides(pit, level)
        rows.append(
            f'<tr><td width="24" align="center" style="{_NAME}">{level + 1}&nbsp;{letter}</td>'
            f'<td {_LIGHT} align="right">{light}</td>{_shaft(pit, level + 1)}<td {_DARK}>{dark}</td></tr>\n'
        )
    return (
        '<table role="presentation" width="100%" cellspacing="1" cellpadding="2" '
        f'style="font-size:14px;line-height:20px">\n{"".join(rows)}</table>\n'
    )


def _shaft(pit: Pit, depth: int) -> str:
    if pit.depth == depth:
        inside = boxes(coal.letters(pit.cage).ljust(box.CAGE_ROOM, ROOM))
        return f'<td width="80" align="center" {_CAGE}>{inside}</td>'
    rope = _ROPE if depth < pit.depth else "&nbsp;"
    return f'<td align="center" {_SHAFT}>{rope}</td>'


def _sides(pit: Pit, level: int) -> tuple[str, str]:
    """The light and the dark side of a level, the pit's own lorry next to the shaft.

    Nobody knows which lorries of a level are the empty ones: the oldest are drawn so.
    """
    waiting = iter(coal.letters(pit.loaded[level]))
    light: list[str] = []
    dark: list[str] = []
    for tile in reversed(pit.tiles):
        if tile.colour == level:
            (light if tile.light else dark).append(load(waiting, tile.lorries))
    own = load(waiting, 1)
    (light if box.OWN_LORRY_LIGHT[level] else dark).append(own)
    return GAP.join(light), GAP.join(reversed(dark))


def _belongings(said: HtmlTongue, pit: Pit) -> str:
    say = said.say
    orders = GAP.join(chips(said, pit))
    done = escape(delivered(pit, said.tongue)).replace("-", "&#8209;")
    return (
        _line(f"{said.headed(words.AREAS['orders'])}: {orders or say(words.NOTHING)}", 28)
        + _line(f"{said.headed(words.STORAGE)}: {cubes(pit.storage) or say(words.EMPTY)}")
        + _line(f"{said.headed(words.TILES)}: {escape(balance(pit, said.tongue))}")
        + _line(f"{said.headed(words.DELIVERED)}: {done}")
    )


def chips(said: HtmlTongue, pit: Pit) -> list[str]:
    """The outstanding orders."""
    return [_chip(said, card, order) for card, order in pit.orders.items()]


@lru_cache(maxsize=4096)
def _chip(said: HtmlTongue, card: Card, order: Order) -> str:
    """An outstanding order: its name, its spots and what it earns; green and so called when complete."""
    facts = [f"<b>{card.name}</b>", spots(card, order), said.say(words.WORTH, vp=card.vp)]
    if not order.free:
        facts.append(said.say(words.READY))
    if order.held != card.spots - order.free:
        facts.append(f"({said.say(words.HOLDS, cubes=coal.letters(order.held))})")
    style = _OPEN if order.free else _DONE
    together = ";white-space:nowrap" if len(facts) <= _SHORT else ""
    return f'<span{style}padding:3px 4px{together}">{" ".join(facts)}</span>'

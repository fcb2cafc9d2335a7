"""The players: the numbers of each, and what the coming scoring would pay now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...rules import components as box
from ...rules.components import Element
from .. import words
from ..boards.forecast import Forecast, forecast
from .cells import soft
from .look import LAMP, LAMP_INK, small
from .scene import Scene
from .tables import heads, row, table

_TURN: Final = f"background-color:{LAMP};color:{LAMP_INK};padding:0 4px;white-space:nowrap"


def numbers(scene: Scene) -> str:
    """Everyone's numbers, and below them the forecast."""
    coming = forecast(scene.game)
    return _players(scene, coming) + (_forecast(scene, coming) if coming else "")


def _players(scene: Scene, coming: Sequence[Forecast]) -> str:
    """A line for each player, with what the coming scoring would add."""
    say, game = scene.said.say, scene.game
    paid = _together(coming, game.players)
    vp, marks, workers, _, orders, _ = [say(column) for column in words.PLAYER_COLUMNS]
    columns = [vp, *([say("forecast")] if paid else []), marks, workers, orders]
    rows = []
    for seat in scene.seats:
        pit = game.pits[seat]
        has = [pit.money, game.workers[seat], len(pit.orders)]
        would_get = [f"+{paid[seat]}"] if paid else []
        rows.append(row(_name(scene, seat), [f"<b>{game.vp[seat]}</b>", *would_get, *map(str, has)]))
    return table(heads("", columns), rows)


def _together(coming: Sequence[Forecast], players: int) -> list[int]:
    """The sum of each seat from all elements; nothing if that can't be known."""
    if not coming or not all(line.vp for line in coming):
        return []
    return [sum(line.vp[seat] for line in coming) for seat in range(players)]


def _name(scene: Scene, seat: int) -> str:
    say, name = scene.said.say, scene.short(seat)
    if seat == scene.reader:
        name = f"<b>{name} ({say(words.YOU)})</b>"
    if seat == scene.turn:
        name += f' <span style="{_TURN}">{say("to move")}</span>'
    return f"{scene.badge(seat)} {name}"


def _forecast(scene: Scene, coming: Sequence[Forecast]) -> str:
    """A line for each element: the prizes, and for each player the count and what it would earn."""
    say, seats = scene.said.say, scene.seats
    rows = []
    for line in coming:
        prizes = soft(_prizes(line.element, scene.game.players))
        vp = line.vp or (0,) * len(line.counts)
        label = words.capital(scene.said.told(words.element, line.element))
        rows.append(row(f"{label} {prizes}", [_paid(line.counts[seat], vp[seat]) for seat in seats]))
    heading = words.capital(say(words.WOULD_PAY, shift=words.SHIFTS[max(scene.game.shift, 1)]))
    note = say(words.UNTIL_SCORING, n=sum(scene.game.workers))
    if not all(line.vp for line in coming):
        note += f" {say(words.NOT_KNOWN)}"
    return table(heads(heading, [scene.badge(seat) for seat in seats]), rows) + small(note)


def _prizes(element: Element, players: int) -> str:
    return f"{element.first}/{element.second}" if players >= box.SECOND_PRIZE_FROM else f"{element.first}"


def _paid(n: int | None, vp: int) -> str:
    if n is None:
        return "?"
    return f"{n}&nbsp;<b>+{vp}</b>" if vp else str(n)

"""The standings, with every point explained."""

from __future__ import annotations

from collections.abc import Sequence

from ...rules import Breakdown, standings
from ...rules import components as box
from .. import words
from .look import panel, title
from .scene import Scene
from .tables import heads, row, table


def standings_panel(scene: Scene) -> str:
    """A column for each player, best first, and a line for each source of points."""
    ranked = standings(scene.game)
    each = [standing.breakdown for standing in ranked]
    say = scene.said.say
    columns = [f"{scene.badge(one.seat)} {scene.short(one.seat)}" for one in ranked]
    rows = [
        row(_strong(say(words.PLACE)), [_strong(f"{one.rank}.") for one in ranked]),
        row(_strong(say(words.PLAYER_COLUMNS[0])), [_strong(f"{one.vp}") for one in ranked]),
        _numbers(say(words.DELIVERIES), [points.deliveries for points in each]),
        *_shifts(scene, each),
        _numbers(say(words.FROM_MARKS), [points.marks for points in each]),
        _numbers(say(words.FROM_CUBES), [points.cubes for points in each]),
        _numbers(say(words.FROM_OUTSTANDING), [points.outstanding for points in each]),
        _numbers(say(words.FROM_IMBALANCE), [points.imbalance for points in each]),
        _numbers(say(words.MARKS_LEFT), [one.marks_left for one in ranked]),
    ]
    return panel(title(say("Every point")) + table(heads("", columns), rows))


def _shifts(scene: Scene, each: Sequence[Breakdown]) -> list[str]:
    """The pay of each scoring, and below them that of each element."""
    scored = scene.game.prizes
    rows = []
    for at in range(len(scored)):
        label = scene.said.say(words.SCORING, shift=words.SHIFTS[at + 1])
        rows.append(_numbers(label, [points.shifts[at].total for points in each]))
    for at in range(len(scored[-1])):
        label = f"&nbsp;&nbsp;{scene.said.told(words.element, box.ELEMENTS[at])}"
        rows.append(row(label, [_by_shift(points, at) for points in each]))
    return rows


def _by_shift(points: Breakdown, element: int) -> str:
    """`2+1+2`: what an element paid in each shift that scored it."""
    paid = [shift.prizes[element] for shift in points.shifts if element < len(shift.prizes)]
    return "+".join(map(str, paid)) if any(paid) else "&ndash;"


def _numbers(label: str, numbers: Sequence[int]) -> str:
    return row(label, [str(n) for n in numbers])


def _strong(text: str) -> str:
    return f"<b>{text}</b>"

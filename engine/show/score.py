"""The standings, with every point explained: a column for each player, a line for each source."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..rules import Breakdown, Game, Standing, standings
from ..rules import components as box
from . import words
from .layout import rule
from .people import Person, people

_LABEL: Final = 30
_COLUMN: Final = 12
"""Four of them fit beside the labels."""
_CUT: Final = _COLUMN - 1


def standings_text(game: Game, names: Sequence[str]) -> str:
    """Best first. A line of an element shows what each of the shifts so far paid for it."""
    ranked = standings(game)
    seated = people(names)
    return "\n".join(
        [
            _title(game, seated, ranked),
            rule(sign="="),
            _line("", [seated[standing.seat].name[:_CUT] for standing in ranked]),
            *_lines(game, ranked),
            rule(),
            _line(words.TOTAL, [words.VP_OF.format(vp=standing.vp) for standing in ranked]),
            *_tie_break(game, ranked),
            _line(words.PLACE, [f"{standing.rank}." for standing in ranked]),
        ]
    )


def _title(game: Game, seated: Sequence[Person], ranked: Sequence[Standing]) -> str:
    if not game.over:
        return words.STANDINGS_SO_FAR
    first = [seated[standing.seat].name for standing in ranked if standing.rank == 1]
    return words.ENDED.format(result=words.result(first))


def _lines(game: Game, ranked: Sequence[Standing]) -> list[str]:
    """Deliveries, shift scorings with their elements, and at the end of the game the final count."""
    each = [standing.breakdown for standing in ranked]
    lines = [_numbers(words.DELIVERIES, [points.deliveries for points in each])]
    for scored in range(len(game.prizes)):
        label = words.SCORING.format(shift=words.SHIFTS[scored + 1])
        lines.append(_numbers(label, [points.shifts[scored].total for points in each]))
    for at in range(box.ELEMENTS_BY_SHIFT[len(game.prizes) - 1] if game.prizes else 0):
        paid = [_by_shift(points, at) for points in each]
        lines.append(_line(f"  {words.element(box.ELEMENTS[at])}", paid))
    if game.over:
        lines.append(_numbers(words.FROM_MARKS, [points.marks for points in each]))
        lines.append(_numbers(words.FROM_CUBES, [points.cubes for points in each]))
        lines.append(_numbers(words.FROM_OUTSTANDING, [points.outstanding for points in each]))
        lines.append(_numbers(words.FROM_IMBALANCE, [points.imbalance for points in each]))
    return lines


def _by_shift(points: Breakdown, element: int) -> str:
    """`2+1+2`: what an element paid in each shift that scored it."""
    paid = [shift.prizes[element] for shift in points.shifts if element < len(shift.prizes)]
    return "+".join(map(str, paid)) if any(paid) else "-"


def _tie_break(game: Game, ranked: Sequence[Standing]) -> list[str]:
    if not game.over:
        return []
    return [_numbers(words.MARKS_LEFT, [standing.marks_left for standing in ranked])]


def _numbers(label: str, numbers: Sequence[int]) -> str:
    return _line(label, [str(n) for n in numbers])


def _line(label: str, cells: Sequence[str]) -> str:
    return label.ljust(_LABEL) + "".join(cell.rjust(_COLUMN) for cell in cells)

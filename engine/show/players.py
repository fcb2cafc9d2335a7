"""The head of the board: the shift, whose turn it is, and everyone's numbers in one table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..rules import Game, winners
from ..rules.game import CHOOSE, DRAFT
from . import words
from .layout import ends
from .people import Person

_TURN: Final = {DRAFT: words.TO_DRAFT, CHOOSE: words.TO_CHOOSE}
_NAMES: Final = 25
_LEAST: Final = 4
"""How wide a column of numbers is at least."""


def heading(game: Game, seated: Sequence[Person]) -> list[str]:
    """`Shift II of III` at one end, `Anna (A) is to move` at the other."""
    if game.over:
        return ends(words.AFTER_ALL, words.result([seated[seat].name for seat in winners(game)]))
    state = words.IN_SHIFT if game.shift else words.IN_DRAFT
    shift = state.format(shift=words.SHIFTS[game.shift], start=seated[game.start].name)
    turn = _TURN.get(game.phase, words.TO_MOVE).format(who=seated[game.turn].full)
    return ends(shift, turn)


def player_table(game: Game, seated: Sequence[Person], reader: int | None) -> list[str]:
    """A line for each seat; `>` stands before the one whose turn it is."""
    lines = [" " * _NAMES + "  ".join(head.rjust(_LEAST) for head in words.PLAYER_COLUMNS)]
    for seat, person in enumerate(seated):
        turn = ">" if seat == game.turn and not game.over else " "
        you = f" ({words.YOU})" if seat == reader else ""
        name = f"{turn} {person.mark}  {person.name}{you}"
        lines.append(name.ljust(_NAMES) + "  ".join(_cells(game, seat)))
    return lines


def _cells(game: Game, seat: int) -> list[str]:
    pit = game.pits[seat]
    numbers = (
        game.vp[seat],
        pit.money,
        game.workers[seat],
        game.canteen[seat],
        len(pit.orders),
        len(pit.delivered),
    )
    heads = words.PLAYER_COLUMNS
    return [str(n).rjust(max(len(head), _LEAST)) for head, n in zip(heads, numbers, strict=True)]

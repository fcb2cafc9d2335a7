"""The head of the board: the shift, whose turn it is, and everyone's numbers in one table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.tongue import Tongue

from ...rules import Game, winners
from ...rules.game import CHOOSE, DRAFT
from .. import words
from ..layout import cells, ends, flow, left, right
from ..people import NamedPlayer
from ..scribe import Scribe
from .offer import priced

_TURN: Final = {DRAFT: words.TO_DRAFT, CHOOSE: words.TO_CHOOSE}
_NAMES: Final = 25
_LEAST: Final = 4
"""The least width of a column of numbers."""


def heading(
    game: Game, seated: Sequence[NamedPlayer], tongue: Tongue, *, marks: bool = True
) -> tuple[str, str]:
    """`Shift II of III, begun by Ben` and `Anna (A) is to move`, the letter only where it is used."""
    if game.over:
        first = [seated[seat].name for seat in winners(game)]
        return tongue.say(words.AFTER_ALL), words.result(tongue, first)
    state = words.IN_SHIFT if game.shift else words.IN_DRAFT
    shift = tongue.say(state, shift=words.SHIFTS[game.shift], start=seated[game.start].name)
    mover = seated[game.turn]
    return shift, tongue.say(_TURN.get(game.phase, words.TO_MOVE), who=mover.full if marks else mover.name)


def heading_lines(game: Game, seated: Sequence[NamedPlayer], by: Scribe) -> list[str]:
    return ends(*heading(game, seated, by.tongue))


def player_table(game: Game, seated: Sequence[NamedPlayer], reader: int | None, by: Scribe) -> list[str]:
    """A line for each seat; a sign stands before the one whose turn it is."""
    heads = [right(by.tongue.say(head), _LEAST) for head in words.PLAYER_COLUMNS]
    lines = [" " * _NAMES + "  ".join(heads)]
    for seat in range(game.players):
        numbers = zip(heads, numbers_of(game, seat), strict=True)
        name = left(_name(game, seated, seat, reader, by), _NAMES)
        lines.append(name + "  ".join(str(n).rjust(cells(head)) for head, n in numbers))
    return lines


def draft_table(game: Game, seated: Sequence[NamedPlayer], reader: int | None, by: Scribe) -> list[str]:
    """A line for each seat with the orders that were taken there."""
    lines: list[str] = []
    for seat in range(game.players):
        taken = priced([*game.pits[seat].orders], by.tongue) or [by.signs.none]
        lines += flow(taken, left(_name(game, seated, seat, reader, by), _NAMES))
    return lines


def _name(game: Game, seated: Sequence[NamedPlayer], seat: int, reader: int | None, by: Scribe) -> str:
    turn = by.signs.turn if seat == game.turn and not game.over else " "
    you = f" ({by.tongue.say(words.YOU)})" if seat == reader else ""
    return f"{turn} {seated[seat].mark}  {seated[seat].short}{you}"


def numbers_of(game: Game, seat: int) -> tuple[int, ...]:
    """A player's numbers, in the order of the columns."""
    pit = game.pits[seat]
    return (
        game.vp[seat],
        pit.money,
        game.workers[seat],
        game.canteen[seat],
        len(pit.orders),
        len(pit.delivered),
    )

"""What may be done now, as a numbered list: grouped by area, with what it costs and what follows.

Two kinds of entry stand for many moves: a mining space, with the planner's best plans below it, and each
piece that can be kept from a draw-five, with one way to return the others.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from ..rules import Action, Game, Keep, Mine, legal_actions
from ..rules.components import AREAS
from . import words
from .layout import WIDTH, flow, wrap
from .outcome import BANK, CHOOSING, DRAFTING, Outcome, outcome
from .people import people
from .plans import Planned, plan_lines, plans_by_space

_ORDER: Final = (DRAFTING, CHOOSING, *AREAS, BANK)
_TITLES: Final = {DRAFTING: words.DRAFTING, CHOOSING: words.CHOOSING, **words.AREAS}
_MOVE: Final = 18
"""A longer move has a line of its own."""


class Entry(NamedTuple):
    """One line of the list: `action` is what its number plays, `covers` for how many legal ones it stands."""

    number: int
    action: Action
    covers: int
    outcome: Outcome
    plans: tuple[Planned, ...]


class Menu(NamedTuple):
    """The entries in the order of their numbers, from 1 on."""

    entries: tuple[Entry, ...]

    def find(self, typed: str) -> Action | None:
        """The action for a number, or for a number and a plan's letter such as `7b`."""
        for entry in self.entries:
            if typed == str(entry.number):
                return entry.action
            for planned in entry.plans:
                if typed == f"{entry.number}{planned.letter}":
                    return planned.action
        return None

    def __str__(self) -> str:
        lines: list[str] = []
        for area, entries in groupby(self.entries, key=lambda entry: entry.outcome.area):
            lines += [_TITLES[area].upper(), *_area_lines(list(entries))]
        if any(isinstance(entry.action, Keep) and entry.action.back for entry in self.entries):
            lines += wrap(words.BACK_NOTE)
        return "\n".join(lines or [words.NO_ACTIONS])


def numbered_actions(view: Game, names: Sequence[str]) -> Menu:
    """All that the player to move may do."""
    seated = people(names)
    tried = [(action, covers, outcome(view, action, seated)) for action, covers in _gathered(view)]
    tried.sort(key=lambda entry: (_ORDER.index(entry[2].area), entry[2].space))
    mining = {action.number: result.workers for action, _, result in tried if isinstance(action, Mine)}
    planned = plans_by_space(view.pits[view.turn], mining)
    return Menu(
        tuple(
            Entry(
                number=number,
                action=action,
                covers=covers,
                outcome=result,
                plans=planned[action.number] if isinstance(action, Mine) else (),
            )
            for number, (action, covers, result) in enumerate(tried, start=1)
        )
    )


def _gathered(view: Game) -> list[tuple[Action, int]]:
    """Each action to list, and for how many legal ones it stands."""
    alike: dict[Hashable, list[Action]] = {}
    for action in legal_actions(view):
        key = (action.piece, action.loads) if isinstance(action, Keep) else action
        alike.setdefault(key, []).append(action)
    return [(_example(actions), len(actions)) for actions in alike.values()]


def _example(alike: Sequence[Action]) -> Action:
    """The one to show: what goes back goes to the bottom, in the order in which it was drawn."""
    return next((a for a in alike if isinstance(a, Keep) and a.end == "bottom"), alike[0])


def _area_lines(entries: Sequence[Entry]) -> list[str]:
    """Number, move, workers, price and what follows, in columns; those that nobody needs are left out."""
    moves = [entry.action.write() for entry in entries]
    workers = [words.workers(entry.outcome.workers) if entry.outcome.workers else "" for entry in entries]
    marks = [words.marks(entry.outcome.marks) if entry.outcome.marks else "" for entry in entries]
    widths = [_column(moves, _MOVE), _column(workers), _column(marks)]
    lines: list[str] = []
    for entry, move, *costs in zip(entries, moves, workers, marks, strict=True):
        number = f"{entry.number:>3}  "
        cells = "".join(cell.ljust(width) for cell, width in zip(costs, widths[1:], strict=True))
        follows = [f"{phrase};" for phrase in entry.outcome.follows[:-1]] + [*entry.outcome.follows[-1:]]
        if len(move) < widths[0]:
            lines += flow(follows, f"{number}{move.ljust(widths[0])}{cells}")
        else:
            cost = "".join(f"{cell}  " for cell in costs if cell)
            lines += [*wrap(move, number), *flow(follows, " " * 7 + cost)]
        for planned in entry.plans:
            lines += plan_lines(planned, f"     {entry.number}{planned.letter}  ")
    return [line.rstrip() for line in lines if line.strip()]


def _column(cells: Sequence[str], most: int = WIDTH) -> int:
    """Wide enough for the cells, and a gap; nothing if all are empty."""
    widest = max(map(len, cells), default=0)
    return min(widest + 2, most) if widest else 0

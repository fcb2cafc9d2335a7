"""The open actions, as a numbered list: grouped by area, with what each costs and what follows.

Two kinds of entry stand for many moves: a mining space, with the planner's best plans below it, and each
piece that can be kept from a draw-five, with one way to return the others.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from engine.tongue import Tongue
from engine.tongue.offered_moves import offered

from ...rules import Action, Game, Keep, Mine, Money, Pit, legal_actions
from ...rules.components import AREAS
from .. import words
from ..layout import WIDTH, cells, flow, left, width_of, wrap
from ..people import people
from ..scribe import Scribe, scribe
from ..style import Style
from .outcome import BANK, CHOOSING, DRAFTING, ActionOutcome, outcome
from .plans import Planned, planned_lines, plans_by_space, some_work, what_it_does

_ORDER: Final = (DRAFTING, CHOOSING, *AREAS, BANK)
_TITLES: Final = {DRAFTING: words.DRAFTING, CHOOSING: words.CHOOSING, **words.AREAS}
_MOVE: Final = 18
"""A longer move has a line of its own."""


class MenuLine(NamedTuple):
    """One line of the list: `action` is what its number plays, `covers` for how many legal ones it stands."""

    number: int
    action: Action
    covers: int
    outcome: ActionOutcome
    plans: tuple[Planned, ...]


class Menu(NamedTuple):
    """The entries in the order of their numbers, from 1 on, and who writes them down."""

    entries: tuple[MenuLine, ...]
    by: Scribe

    def find(self, typed: str) -> Action | None:
        """The action for a number, or for a number and a plan's letter such as `7b`."""
        for entry in self.entries:
            if typed == str(entry.number):
                return entry.action
            for planned in entry.plans:
                if typed == f"{entry.number}{planned.letter}":
                    return planned.action
        return None

    def example(self) -> tuple[str, str]:
        """A number and a short move for it, both good right now, to show how an answer is written."""
        plain = [entry for entry in self.entries if not isinstance(entry.action, Mine)] or [*self.entries]
        taught = next((entry for entry in plain if isinstance(entry.action, Money)), plain[0])
        action = taught.action
        if isinstance(action, Keep):  # what goes back may be left out
            action = Keep(action.piece, action.loads, "", ())
        return str(taught.number), offered(action.write(), self.by.tongue)

    def work_example(self, pit: Pit) -> str:
        """A mining move with work steps that can be done right now; nothing if no mining space is open."""
        mining = [entry for entry in self.entries if isinstance(entry.action, Mine)]
        planned = [plan.action for entry in mining for plan in entry.plans]
        spaces = [entry.action.number for entry in mining if isinstance(entry.action, Mine)]
        if not spaces:
            return ""
        action = planned[0] if planned else some_work(pit, spaces[0])
        return offered(action.write(), self.by.tongue)

    def __str__(self) -> str:
        say = self.by.tongue.say
        written = _spoken_lines if self.by.spoken else _area_lines
        lines: list[str] = []
        for area, entries in groupby(self.entries, key=lambda entry: entry.outcome.area):
            title = say(_TITLES[area])
            lines.append(f"{words.capital(title)}." if self.by.spoken else title.upper())
            lines += written(list(entries), self.by)
        if any(isinstance(entry.action, Keep) and entry.action.back for entry in self.entries):
            lines += wrap(say(words.BACK_NOTE))
        return "\n".join(lines or [say(words.NO_ACTIONS)])


def numbered_actions(
    view: Game, names: Sequence[str], tongue: Tongue = words.ENGLISH, style: Style = Style.ASCII
) -> Menu:
    """All that the player to move may do."""
    by = scribe(tongue, style)
    seated = people(names, by.tongue, style)
    tried = [(action, covers, outcome(view, action, seated, by.tongue)) for action, covers in _gathered(view)]
    tried.sort(key=lambda entry: (_ORDER.index(entry[2].area), entry[2].space))
    mining = {action.number: result.workers for action, _, result in tried if isinstance(action, Mine)}
    planned = plans_by_space(view.pits[view.turn], mining)
    entries = [
        MenuLine(
            number=number,
            action=action,
            covers=covers,
            outcome=result,
            plans=planned[action.number] if isinstance(action, Mine) else (),
        )
        for number, (action, covers, result) in enumerate(tried, start=1)
    ]
    return Menu(tuple(entries), by)


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


def _area_lines(entries: Sequence[MenuLine], by: Scribe) -> list[str]:
    """Number, move, workers, price and what follows, in columns; those that nobody needs are left out."""
    moves = [offered(entry.action.write(), by.tongue) for entry in entries]
    workers = [_workers(entry, by.tongue) for entry in entries]
    marks = [_marks(entry, by.tongue) for entry in entries]
    widths = [_column(moves, _MOVE), _column(workers), _column(marks)]
    lines: list[str] = []
    for entry, move, *costs in zip(entries, moves, workers, marks, strict=True):
        number = f"{entry.number:>3}  "
        columns = "".join(left(cell, width) for cell, width in zip(costs, widths[1:], strict=True))
        follows = [f"{phrase};" for phrase in entry.outcome.follows[:-1]] + [*entry.outcome.follows[-1:]]
        if cells(move) < widths[0]:
            lines += flow(follows, f"{number}{left(move, widths[0])}{columns}")
        else:
            cost = "".join(f"{cell}  " for cell in costs if cell)
            lines += [*wrap(move, number), *flow(follows, " " * 7 + cost)]
        for planned in entry.plans:
            lines += planned_lines(planned, f"     {entry.number}{planned.letter}  ", by.tongue)
    return [line.rstrip() for line in lines if line.strip()]


def _spoken_lines(entries: Sequence[MenuLine], by: Scribe) -> list[str]:
    """`3: factory 1. 2 workers, 6 Marks; g2L gray, 2 lorries, light side.`"""
    lines: list[str] = []
    for entry in entries:
        costs = ", ".join(cost for cost in (_workers(entry, by.tongue), _marks(entry, by.tongue)) if cost)
        told = "; ".join(text for text in (costs, *entry.outcome.follows) if text)
        lines += wrap(
            f"{entry.number}: {offered(entry.action.write(), by.tongue)}." + (f" {told}." if told else "")
        )
        for planned in entry.plans:
            lines += wrap(f"{entry.number}{planned.letter}: {what_it_does(planned.plan, by.tongue)}.")
            lines += wrap(offered(planned.action.write(), by.tongue))
    return lines


def _workers(entry: MenuLine, tongue: Tongue) -> str:
    return words.workers(tongue, entry.outcome.workers) if entry.outcome.workers else ""


def _marks(entry: MenuLine, tongue: Tongue) -> str:
    return words.marks(tongue, entry.outcome.marks) if entry.outcome.marks else ""


def _column(texts: Sequence[str], most: int = WIDTH) -> int:
    """Wide enough for the texts, and a gap; nothing if all are empty."""
    widest = width_of(texts)
    return min(widest + 2, most) if widest else 0

"""The planner's best mining plans, each as a move that can be pasted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from string import ascii_lowercase
from typing import Final, NamedTuple

from engine.tongue import Tongue
from engine.tongue.offered_moves import offered

from ...rules import Dig, Mine, Pit, coal
from ...rules.components import CAGE_ROOM
from ...rules.mining.planner import Plan, plans
from ...rules.mining.steps import LOADS, STORES, To
from .. import words
from ..boards.unchanged import PitContents
from ..layout import WIDTH, wrap
from ..scribe import scribe
from ..style import Style

SHOWN: Final = 2
"""Plans below each mining space of the list."""


class Planned(NamedTuple):
    """A plan for one mining space. The letter tells it from the space's other plans."""

    letter: str
    plan: Plan
    action: Mine


def best_plans(pit: Pit, number: int) -> list[Planned]:
    """All the best plans for so many work steps; one that does nothing is left out."""
    return _lettered(number, _useful(PitContents.of(pit), number))


@lru_cache(maxsize=256)
def _useful(contents: PitContents, number: int) -> tuple[Plan, ...]:
    """Found once for all who read them, in whatever language."""
    return tuple(plan for plan in plans(contents.as_pit(), number) if plan.steps)


def _lettered(number: int, useful: Sequence[Plan]) -> list[Planned]:
    return [
        Planned(letter, plan, Mine(number, plan.steps))
        for letter, plan in zip(ascii_lowercase, useful, strict=False)
    ]


def plans_by_space(pit: Pit, workers: Mapping[int, int]) -> dict[int, tuple[Planned, ...]]:
    """The best plans for each open mining space, given the workers that each takes.

    A plan is shown only where it takes the fewest workers; among equals, on the smallest space.
    """
    found = {}
    contents = PitContents.of(pit)
    for number, n in workers.items():
        better = [other for other, m in workers.items() if (m, other) < (n, number)]
        own = [plan for plan in _useful(contents, number) if plan.cost > max(better, default=0)]
        found[number] = tuple(_lettered(number, own[:SHOWN]))
    return found


def some_work(pit: Pit, number: int) -> Mine:
    """Work steps that can be done in a pit: coal comes up and is stored; without any, the cage moves."""
    begun = Dig(pit, number)
    level = next((level for level in coal.COLOURS if pit.loaded[level]), None)
    if level is None or pit.cage % 255 >= CAGE_ROOM:
        begun.do(To(0 if pit.depth else 1))
        return Mine(number, tuple(begun.steps))
    colour = next(colour for colour in coal.COLOURS if pit.loaded[level] & coal.ANY[colour])
    for step in (To(level + 1), LOADS[colour], To(0), STORES[colour]):
        if not (isinstance(step, To) and begun.pit.depth == step.depth):
            begun.do(step)
    return Mine(number, tuple(begun.steps))


def plan_lines(
    planned: Planned, first: str, tongue: Tongue = words.ENGLISH, style: Style = Style.ASCII
) -> list[str]:
    """The lines of a plan: its deeds, and below them the move."""
    return planned_lines(planned, first, scribe(tongue, style).tongue)


def planned_lines(planned: Planned, first: str, tongue: Tongue) -> list[str]:
    """The move stays on one line, to be pasted, as long as it can."""
    move = offered(planned.action.write(), tongue)
    indent = " " * min(len(first), max(WIDTH - len(move), 2))
    return [*wrap(what_it_does(planned.plan, tongue) + ":", first), *wrap(move, indent, indent + "  ")]


def what_it_does(plan: Plan, tongue: Tongue) -> str:
    """`completes E-gg (7 VP) in 8 work steps`."""
    if plan.completes:
        does = words.completes(tongue, plan.completes)
    else:
        does = words.fills(tongue, plan.fills) if plan.fills else tongue.say(words.GETS_READY)
    return words.in_steps(tongue, does, plan.cost)

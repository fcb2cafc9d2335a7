"""The planner's best mining plans, each as a move that can be pasted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import ascii_lowercase
from typing import Final, NamedTuple

from ..rules import Mine, Pit
from ..rules.planner import Plan, plans
from . import words
from .layout import wrap

SHOWN: Final = 2
"""Plans below each mining space of the list."""


class Planned(NamedTuple):
    """A plan for one mining space. The letter tells it from the space's other plans."""

    letter: str
    plan: Plan
    action: Mine


def best_plans(pit: Pit, number: int) -> list[Planned]:
    """All the best plans for so many work steps; one that does nothing is left out."""
    return _lettered(number, _useful(pit, number))


def _useful(pit: Pit, number: int) -> list[Plan]:
    return [plan for plan in plans(pit, number) if plan.steps]


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
    for number, n in workers.items():
        better = [other for other, m in workers.items() if (m, other) < (n, number)]
        own = [plan for plan in _useful(pit, number) if plan.cost > max(better, default=0)]
        found[number] = tuple(_lettered(number, own[:SHOWN]))
    return found


def plan_lines(planned: Planned, first: str) -> list[str]:
    """What a plan does, and below it the move."""
    indent = " " * len(first)
    return [*wrap(_summary(planned.plan) + ":", first), *wrap(planned.action.write(), indent, indent + "  ")]


def _summary(plan: Plan) -> str:
    steps = words.steps(plan.cost)
    if plan.completes:
        cards = words.listed([card.name for card in plan.completes])
        vp = sum(card.vp for card in plan.completes)
        return words.PLAN_COMPLETES.format(cards=cards, vp=vp, steps=steps)
    template = words.PLAN_FILLS if plan.fills else words.PLAN_LOADS
    return template.format(spots=words.spots(plan.fills), steps=steps)

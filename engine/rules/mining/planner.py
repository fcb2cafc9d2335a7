"""The mining planner: what is the best that a mining action can do in a pit?

A plan is judged by the orders that it completes. One that completes all that another does, and more, is
better, so the best plans belong to the largest sets of orders that can be completed. A part of a set never
costs more than the set, so sets are grown order by order until they cost too much. Orders that lack the
same spots are of one kind and told apart only at the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, combinations, product
from math import comb, prod
from typing import Final

from ..coal import ONE, Heap
from ..components import Card
from ..game import Pit
from .hauling import Hoist
from .notation import MOST_STEPS
from .steps import FILLS, Fill, Step
from .worksheet import Line, Put, colours, overlap

MOST_SETS: Final = 1000

Kind = tuple[Heap, list[Card]]
"""Orders that lack the same spots."""
Tally = tuple[int, ...]
"""The number of orders of each kind."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Work steps, the orders that they complete and the number of spots that they fill."""

    completes: tuple[Card, ...]
    fills: int
    steps: tuple[Step, ...]

    @property
    def cost(self) -> int:
        """The work steps used; a substitution counts as two."""
        return sum(step.cost for step in self.steps)

    @property
    def vp(self) -> int:
        return sum(card.vp for card in self.completes)


def plans(pit: Pit, steps: int) -> list[Plan]:
    """The best plans for a mining action with so many steps: those of most VP first, then of fewest steps.

    - If some order can be completed: for each largest set of orders that can be completed together, a plan
      of the fewest steps. Orders that are complete already are in no set. If there are more than MOST_SETS
      of them, sets that differ only in orders that lack the same spots count as one, and its plan takes
      those of most VP.
    - If none can: one plan, that which fills most free spots in the fewest steps.
    - If no spot can be filled: one plan, that which loads most wanted cubes in the fewest steps. Wanted of
      a colour are as many as it has more free spots than cubes in cage and storage. (Four steps fill a
      spot wherever a wanted cube lies on a lorry, so this is for the last steps of an action.)
    - If there is no such cube: one plan without steps.

    No mining space gives more than ten steps, and no plan uses more.
    """
    hoist = Hoist(pit, max(0, min(steps, MOST_STEPS)))
    free = {card: order.free for card, order in pit.orders.items() if order.free}
    completing = [_complete(hoist, free, cards) for cards in _largest(hoist, free)]
    if completing:
        return sorted(completing, key=lambda plan: (-plan.vp, plan.cost))
    return [_progress(hoist, free) or _supply(hoist, pit, sum(free.values()))]


def _largest(hoist: Hoist, free: dict[Card, Heap]) -> Iterator[set[Card]]:
    """The sets of orders that can be completed and to which no further order can be added."""
    kinds = _kinds(hoist, free)
    if not kinds:
        return
    sizes = [len(cards) for _, cards in kinds]
    tallies = [tally for target, tally in _grown(hoist, kinds) if not _can_grow(hoist, kinds, target, tally)]
    every = sum([prod(map(comb, sizes, tally)) for tally in tallies]) <= MOST_SETS
    for tally in tallies:
        of_kind = zip(kinds, tally, strict=True)
        picks = [combinations(cards, n) if every else [cards[:n]] for (_, cards), n in of_kind]
        for picked in product(*picks):
            yield set(chain.from_iterable(picked))


def _kinds(hoist: Hoist, free: dict[Card, Heap]) -> list[Kind]:
    """The orders that can be completed at all, by kind; in each, those of most VP first."""
    alike: dict[Heap, list[Card]] = {}
    for card, spots in free.items():
        if hoist.can_fill(spots):
            alike.setdefault(spots, []).append(card)
    return [(spots, sorted(cards, key=lambda card: -card.vp)) for spots, cards in alike.items()]


def _grown(hoist: Hoist, kinds: list[Kind]) -> list[tuple[Heap, Tally]]:
    """Every target that can be filled, with how many orders of each kind make it up."""
    grown: list[tuple[Heap, Tally]] = [(0, ())]
    for spots, cards in kinds:
        wider = []
        for target, tally in grown:
            for n in range(len(cards) + 1):
                if n and not hoist.can_fill(target + n * spots):
                    break
                wider.append((target + n * spots, (*tally, n)))
        grown = wider
    return grown


def _can_grow(hoist: Hoist, kinds: list[Kind], target: Heap, tally: Tally) -> bool:
    """Can one more order be completed along with this target?"""
    for (spots, cards), n in zip(kinds, tally, strict=True):
        if n < len(cards) and hoist.can_fill(target + spots):
            return True
    return False


def _complete(hoist: Hoist, free: dict[Card, Heap], chosen: set[Card]) -> Plan:
    cards = tuple([card for card in free if card in chosen])
    target = sum([free[card] for card in cards])
    return Plan(cards, target % 255, _spell(hoist.lines_to_fill(target), free, cards))


def _progress(hoist: Hoist, free: dict[Card, Heap]) -> Plan | None:
    """The plan that fills most spots, if any can be filled: first those of orders that lack the fewest."""
    targets = [_reach(hoist, spots) for spots in hoist.by_ease(sum(free.values()))]
    target = max(targets, key=lambda target: (target % 255, -hoist.cost(target)))
    if not target:
        return None
    cards = sorted(free, key=lambda card: free[card] % 255)
    return Plan((), target % 255, _spell(hoist.lines_to_fill(target), free, cards))


def _reach(hoist: Hoist, spots: Iterable[int]) -> Heap:
    """As many of these spots, from the first, as can be filled."""
    target = 0
    for colour in spots:
        if not hoist.can_fill(target + ONE[colour]):
            break
        target += ONE[colour]
    return target


def _supply(hoist: Hoist, pit: Pit, free: Heap) -> Plan:
    wanted = free - overlap(free, pit.cage + pit.storage)
    return Plan((), 0, _spell(hoist.lines_to_load(wanted), {}, ()))


def _spell(lines: Iterable[Line], free: dict[Card, Heap], cards: Iterable[Card]) -> tuple[Step, ...]:
    """The steps of a worksheet, its spots taken to be on these orders, from the first on."""
    waiting: tuple[list[Card], ...] = ([], [], [], [])
    for card in cards:
        for colour in colours(free[card]):
            waiting[colour].append(card)
    turns = [iter(of_colour) for of_colour in waiting]
    steps: list[Step] = []
    for line in lines:
        if not isinstance(line, Put):
            steps.append(line)
        elif len(line.cubes) == 1:
            steps.append(FILLS[next(turns[line.spot])][line.cubes[0]])
        else:
            steps.append(Fill(next(turns[line.spot]), line.spot, line.cubes))
    return tuple(steps)

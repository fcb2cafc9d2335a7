"""The worth of a position to a seat, in VP: points made, prizes in sight, work in hand.

Each thing that can be held has a small function and named weights. They are guesses that playing has
borne out, not rules: `greedy` is as good as they are. Sums of fractions go through `fsum`, as `sum` does
not add them alike in all versions of Python, and the same position must be worth the same everywhere.
"""

from __future__ import annotations

from functools import cache
from math import fsum
from typing import Final, NamedTuple

from engine.rules import CARDS, HIDDEN_CARD, Card, Game, Order, Pit
from engine.rules import components as box
from engine.rules.coal import COLOURS, Heap, count, counts, total
from engine.rules.scoring import element_counts

WORKER: Final = 0.5
"""A worker still to be placed."""
STEP: Final = 0.14
"""A work step, in workers."""
DELIVERY: Final = 0.75
"""The part of a delivery that one order takes, in workers."""
TILE: Final = 0.7
"""The part of a visit to the factory that one cube takes, in workers."""
FILL, HAUL, FETCH = 1 * STEP, 3 * STEP, 3 * STEP + TILE
"""Work for a free spot: its cube is up already, lies on a lorry, or has to be bought."""
FILL_HOPE, HAUL_HOPE, FETCH_HOPE = 0.98, 0.95, 0.9
"""The share of the hope for an order that each such spot leaves."""

SCARCE_MARKS: Final = 8
SCARCE, PLENTY, LATE = 0.5, 0.3, 0.2
"""A Mark among the first few, among more, and when nothing is left to buy."""
LATE_WORKERS: Final = 6
"""With so few workers left nothing more is bought."""

LOOSE: Final = 0.15, 0.3, 0.5, 0.7
"""A cube of each colour that no order needs yet."""
LOOSE_MOST: Final = 3
"""More of a colour than this will hardly be needed."""

IMBALANCE: Final = 0.6, 0.8, 1.0
"""The share of the loss by imbalance that is expected to stay, by shift."""
TO_BE_EMPTIED: Final = 0.4
"""The worth of a loaded lorry among the empty ones."""
SPREAD: Final = 0.5, 1.5, 3.0
"""The range in which a lead can still change until this shift's scoring, the next and the one after."""


@cache
def _mean(what: str, which: int) -> float:
    """The mean worth of one unknown card in an element."""
    spots = [(card.spots, card.vehicle) for card in CARDS.values()]
    if what == "spots":
        return sum(count(heap, which) for heap, _ in spots) / len(spots)
    return sum(total(heap) for heap, vehicle in spots if vehicle == which) / len(spots)


def prospects(pit: Pit) -> list[float]:
    """The counts of a pit's owner in each element; face-down cards and loaded lorries by expectation."""
    hidden = pit.delivered.count(HIDDEN_CARD)
    if hidden:
        pit = pit.copy()
        pit.delivered = tuple(card for card in pit.delivered if card is not HIDDEN_CARD)
    found: list[float] = []
    for element, n in zip(box.ELEMENTS, element_counts(pit), strict=True):
        if element.count == "empty":
            found.append(n + TO_BE_EMPTIED * total(pit.loaded[element.which]))
        else:
            found.append(n + hidden * _mean(element.count, element.which) if hidden else n)
    return found


@cache
def prize(element: int, shift: int, lead: float) -> float:
    """The prizes to be expected from an element with such a lead, from this shift's scoring on."""
    worth = 0.0
    for later, spread in enumerate(SPREAD[: box.SHIFTS + 1 - shift]):
        if element < box.ELEMENTS_BY_SHIFT[shift + later - 1]:
            worth += box.ELEMENTS[element].first * (1 + lead / (abs(lead) + spread)) / 2
    return worth


class Outlook:
    """The position as the seat to move sees it: what stays the same whatever it does now."""

    __slots__ = ("late", "later", "rivals", "seat", "shift")

    def __init__(self, game: Game) -> None:
        self.seat = game.turn
        self.shift = max(game.shift, 1)
        self.later = (box.SHIFTS - self.shift) * box.WORKERS[game.players]
        self.late = game.workers[self.seat] + self.later <= LATE_WORKERS
        others = [prospects(pit) for seat, pit in enumerate(game.pits) if seat != self.seat]
        self.rivals = [max(column) for column in zip(*others, strict=True)]

    def worth(self, game: Game) -> float:
        """The position's worth after whatever the seat has done, its workers aside."""
        pit = game.pits[self.seat]
        return (
            game.vp[self.seat]
            + self._prizes(pit)
            + orders(pit, game.workers[self.seat] + self.later)
            + purse(pit.money, self.late)
            + box.VP_PER_IMBALANCE * pit.imbalance() * IMBALANCE[self.shift - 1]
        )

    def _prizes(self, pit: Pit) -> float:
        mine = prospects(pit)
        return fsum(
            prize(element, self.shift, mine[element] - rival) for element, rival in enumerate(self.rivals)
        )


def purse(marks: int, late: bool) -> float:
    """Money, the less the more there is and the less there is left to buy with it."""
    if late:
        return LATE * marks
    return SCARCE * min(marks, SCARCE_MARKS) + PLENTY * max(marks - SCARCE_MARKS, 0)


def orders(pit: Pit, workers: int) -> float:
    """Outstanding orders, the nearest to completion first, and the coal left over.

    Each takes its coal and its share of the workers left. One for which no workers are left is a loss.
    """
    up = list(counts(pit.cage + pit.storage))
    below = list(counts(sum(pit.loaded)))
    worth, left = 0.0, float(workers)
    for card, order in sorted(pit.orders.items(), key=_distance):
        toil = _toil(order.free, up, below)
        left -= toil.work
        gain = toil.hope * card.vp - toil.work * WORKER - toil.marks * PLENTY
        worth += max(gain, box.VP_PER_OUTSTANDING) if left >= 0 else box.VP_PER_OUTSTANDING
    return worth + loose(up, below)


def _distance(item: tuple[Card, Order]) -> tuple[int, int]:
    card, order = item
    return total(order.free), -card.vp


class Toil(NamedTuple):
    """The toil that an order still takes, and what is left of its worth after all that can go wrong."""

    work: float
    marks: int
    hope: float


def _toil(free: Heap, up: list[int], below: list[int]) -> Toil:
    """Fill these spots from the coal that is up, then from the lorries, which is used up; buy the rest."""
    work, marks, hope = DELIVERY, 0, 1.0
    for colour in COLOURS:
        for _ in range(count(free, colour)):
            if up[colour]:
                up[colour] -= 1
                work, hope = work + FILL, hope * FILL_HOPE
            elif below[colour]:
                below[colour] -= 1
                work, hope = work + HAUL, hope * HAUL_HOPE
            else:
                marks += box.PRICES[colour]
                work, hope = work + FETCH, hope * FETCH_HOPE
    return Toil(work, marks, hope)


def loose(up: list[int], below: list[int]) -> float:
    """Coal that no order takes: some of it will serve later ones."""
    return fsum(worth * min(up[c] + below[c], LOOSE_MOST) for c, worth in enumerate(LOOSE))

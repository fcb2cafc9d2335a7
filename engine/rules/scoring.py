"""Scoring: shift scorings, the final count, and the standings with every point explained."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..errors import NotLegal
from . import coal
from . import components as box
from .components import Card
from .game import Game, Pit


class ShiftPoints(NamedTuple):
    """The points of one seat from one shift scoring: the VP for each element scored."""

    shift: int
    prizes: tuple[int, ...]

    @property
    def total(self) -> int:
        return sum(self.prizes)


class Breakdown(NamedTuple):
    """Every point of one seat. The last four lines are nought until the game is over."""

    delivered: tuple[Card, ...]
    deliveries: int
    shifts: tuple[ShiftPoints, ...]
    marks: int
    cubes: int
    outstanding: int
    imbalance: int

    @property
    def total(self) -> int:
        shifts = sum(shift.total for shift in self.shifts)
        final = self.marks + self.cubes + self.outstanding + self.imbalance
        return self.deliveries + shifts + final


class Standing(NamedTuple):
    """One seat's place. Seats that nothing separates share a rank."""

    rank: int
    seat: int
    vp: int
    marks_left: int
    breakdown: Breakdown


def element_counts(pit: Pit) -> list[int]:
    """The counts of a pit's owner in each of the twelve elements, over the whole game so far."""
    if box.HIDDEN_CARD in pit.delivered:
        raise NotLegal(
            "view/hidden-cards",
            "this needs delivered cards that lie face down: only the server can score the shift",
        )
    by_vehicle = [0] * len(box.VEHICLES)
    spots = 0
    for card in pit.delivered:
        spots += card.spots
        by_vehicle[card.vehicle] += coal.total(card.spots)
    counted = {
        "spots": coal.counts(spots),
        "vehicle": by_vehicle,
        "empty": [pit.empty_lorries(level) for level in coal.COLOURS],
    }
    return [counted[element.count][element.which] for element in box.ELEMENTS]


def share_prizes(counts: Sequence[int], first: int, second: int) -> tuple[int, ...]:
    """The prizes of one element. Whoever has none of it takes no part."""
    best = max(counts)
    if not best:
        return (0,) * len(counts)
    rest = [n for n in counts if n < best]
    alone = len(rest) == len(counts) - 1
    runner_up = max(rest) if alone and len(counts) >= box.SECOND_PRIZE_FROM else 0
    return tuple(first if n == best else second if n and n == runner_up else 0 for n in counts)


def score_shift(game: Game) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]:
    """The counts and the prizes of the shift that ends now, element by element."""
    elements = box.ELEMENTS[: box.ELEMENTS_BY_SHIFT[game.shift - 1]]
    by_seat = [element_counts(pit)[: len(elements)] for pit in game.pits]
    counts = tuple(zip(*by_seat, strict=True))
    prizes = tuple(
        share_prizes(n, element.first, element.second) for n, element in zip(counts, elements, strict=True)
    )
    return counts, prizes


def final_points(pit: Pit) -> tuple[int, int, int, int]:
    """VP at the end of the game for Marks, cubes, outstanding orders and imbalance."""
    return (
        pit.money // box.MARKS_PER_VP,
        coal.total(pit.cubes()) // box.CUBES_PER_VP,
        len(pit.orders) * box.VP_PER_OUTSTANDING,
        pit.imbalance() * box.VP_PER_IMBALANCE,
    )


def breakdown(game: Game, seat: int) -> Breakdown:
    """The sources of every point of a seat."""
    pit = game.pits[seat]
    shifts = tuple(
        ShiftPoints(shift, tuple(prizes[seat] for prizes in scored))
        for shift, scored in enumerate(game.prizes, start=1)
    )
    final = final_points(pit) if game.over else (0, 0, 0, 0)
    deliveries = game.vp[seat] - sum(shift.total for shift in shifts) - sum(final)
    return Breakdown(pit.delivered, deliveries, shifts, *final)


def standings(game: Game) -> list[Standing]:
    """All seats, best first: by VP, then by Marks left once the game is over."""
    results = _results(game)
    return [
        Standing(
            rank=1 + sum(other > results[seat] for other in results),
            seat=seat,
            vp=game.vp[seat],
            marks_left=results[seat][1],
            breakdown=breakdown(game, seat),
        )
        for seat in sorted(range(game.players), key=results.__getitem__, reverse=True)
    ]


def winners(game: Game) -> tuple[int, ...]:
    """The seats in first place; nobody before the game is over."""
    results = _results(game)
    best = max(results)
    return tuple(s for s, result in enumerate(results) if result == best) if game.over else ()


def _results(game: Game) -> list[tuple[int, int]]:
    """The order of seats: VP, then the Marks left after the conversion."""
    left = [pit.money % box.MARKS_PER_VP if game.over else 0 for pit in game.pits]
    return list(zip(game.vp, left, strict=True))

"""The table of a tournament: ratings, who beats whom how often, and how sure that is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import permutations
from math import sqrt
from statistics import mean, stdev
from typing import Any, Final, NamedTuple

from client.bots.tournament import Result

SURE: Final = 1.96
"""Standard deviations on either side within which the truth lies in 95 of 100 cases."""


class Interval(NamedTuple):
    """A figure, and between what it lies with 95 % confidence."""

    value: float
    low: float
    high: float


class TournamentStanding(NamedTuple):
    """The standing of one bot. A shared victory counts by its share."""

    bot: str
    games: int
    wins: float
    vp: Interval
    mu: float
    sigma: float

    def facts(self) -> dict[str, Any]:
        return {
            "bot": self.bot,
            "games": self.games,
            "wins": round(self.wins, 2),
            "mean_vp": _rounded(self.vp, 2),
            "rating": {"mu": round(self.mu, 3), "sigma": round(self.sigma, 3)},
        }


class Pairing(NamedTuple):
    """The games in which one bot came in ahead of another at the same table; a tie is half."""

    bot: str
    rival: str
    games: int
    rate: Interval

    def facts(self) -> dict[str, Any]:
        return {"bot": self.bot, "rival": self.rival, "games": self.games, "rate": _rounded(self.rate, 4)}


def _rounded(interval: Interval, digits: int) -> list[float]:
    return [round(figure, digits) for figure in interval]


def wilson(wins: float, games: int) -> Interval:
    """A win rate with Wilson's interval, which is right for few games and for extreme rates too."""
    rate, square = wins / games, SURE * SURE / games
    middle = (rate + square / 2) / (1 + square)
    reach = SURE / (1 + square) * sqrt(rate * (1 - rate) / games + square / (4 * games))
    return Interval(rate, max(0.0, middle - reach), min(1.0, middle + reach))


def mean_of(figures: Sequence[int]) -> Interval:
    """A mean, with its interval."""
    middle = mean(figures)
    reach = SURE * stdev(figures) / sqrt(len(figures)) if len(figures) > 1 else 0.0
    return Interval(middle, middle - reach, middle + reach)


def standings(results: Sequence[Result]) -> list[TournamentStanding]:
    """All bots, the best rated first. The results must come in an order that does not depend on the cores."""
    vp: dict[str, list[int]] = defaultdict(list)
    wins: dict[str, float] = defaultdict(float)
    for result in results:
        shared = result.ranks.count(1)
        for name, points, rank in zip(result.fixture.seats, result.vp, result.ranks, strict=True):
            vp[name].append(points)
            wins[name] += (rank == 1) / shared
    ratings = rate(results)
    rows = [
        TournamentStanding(name, len(points), wins[name], mean_of(points), *ratings[name])
        for name, points in vp.items()
    ]
    return sorted(rows, key=lambda row: -row.mu)


def rate(results: Iterable[Result]) -> dict[str, tuple[float, float]]:
    """The skill of each bot and how uncertain it is, by the Plackett-Luce model of openskill."""
    from openskill.models import PlackettLuce  # noqa: PLC0415  slow to import, and only needed here

    model = PlackettLuce()
    ratings: dict[str, Any] = defaultdict(model.rating)
    for result in results:
        seats = result.fixture.seats
        if len(set(seats)) < len(seats):  # nobody is rated for playing against itself
            continue
        rated = model.rate([[ratings[name]] for name in seats], ranks=list(map(float, result.ranks)))
        ratings.update({name: team[0] for name, team in zip(seats, rated, strict=True)})
    seen = {name for result in results for name in result.fixture.seats}
    return {name: (ratings[name].mu, ratings[name].sigma) for name in seen}


def pairings(results: Iterable[Result]) -> list[Pairing]:
    """Every two bots that met, from both sides."""
    ahead: dict[tuple[str, str], float] = defaultdict(float)
    met: dict[tuple[str, str], int] = defaultdict(int)
    for result in results:
        for (name, rank), (rival, other) in permutations(
            zip(result.fixture.seats, result.ranks, strict=True), 2
        ):
            if name != rival:
                met[name, rival] += 1
                ahead[name, rival] += 1.0 if rank < other else 0.5 if rank == other else 0.0
    return [Pairing(*pair, games, wilson(ahead[pair], games)) for pair, games in sorted(met.items())]

"""The table of a league: points, and what decides between those who have as many.

First the points of all opponents together (Buchholz), then the victory points of all games, then the order in
which they signed up. A round that somebody sits out counts as a win against nobody.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from typing import Any

from engine.leagues.league_game import LeagueGame


@dataclass(slots=True)
class LeagueLine:
    """The line of one player."""

    handle: str
    points: Fraction = Fraction(0)
    opponents: Fraction = Fraction(0)
    """The points of all whom they met."""
    vp: int = 0
    games: int = 0
    byes: int = 0
    met: list[str] = field(default_factory=list)

    def facts(self) -> dict[str, Any]:
        return {
            "handle": self.handle,
            "points": written(self.points),
            "opponents": written(self.opponents),
            "vp": self.vp,
            "games": self.games,
            "byes": self.byes,
        }


def written(points: Fraction) -> str:
    """Points as a decimal number."""
    return f"{float(points):.2f}"


def league_table(players: Sequence[str], games: Iterable[LeagueGame]) -> list[LeagueLine]:
    """The table of these players, the best first."""
    played = list(games)
    lines = {handle: LeagueLine(handle) for handle in players}
    for game in played:
        _count(lines, game)
    for byes in {game.round: game.byes for game in played}.values():
        for handle in byes:
            if handle in lines:
                lines[handle].points += 1
                lines[handle].byes += 1
    for line in lines.values():
        line.opponents = sum((lines[other].points for other in line.met if other in lines), Fraction(0))
    order = {handle: number for number, handle in enumerate(players)}
    return sorted(
        lines.values(), key=lambda line: (-line.points, -line.opponents, -line.vp, order[line.handle])
    )


def _count(lines: Mapping[str, LeagueLine], game: LeagueGame) -> None:
    """Add one game."""
    for seat in game.seats:
        line = lines.get(seat.handle)
        if line is not None and not seat.bot:
            line.points += game.points(seat)
            line.vp += seat.vp
            line.games += 1
            line.met += [other.handle for other in game.seats if other is not seat and not other.bot]


def meetings(games: Iterable[LeagueGame]) -> Counter[frozenset[str]]:
    """The number of times that each two have met."""
    met: Counter[frozenset[str]] = Counter()
    for game in games:
        for one, other in combinations([seat.handle for seat in game.seats if not seat.bot], 2):
            met[frozenset((one, other))] += 1
    return met

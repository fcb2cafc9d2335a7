"""Statistics of many games: who wins, what is used, where points come from, how long people think.

Games are added one by one and only numbers are kept, so that any number of them can be taken in. A shared
victory counts for each winner by their share. Games that were given up count only for what was used and
how long it took.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from engine.library.chronicle import FINISHED, Chronicle
from engine.library.tables import drafted, move_rows
from engine.library.words import sources
from engine.rules import standings, winners
from engine.rules.components import CARDS, SPACES

SHIFTS: Final = (1, 2, 3)
MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
SPANS: Final = (MINUTE, 10 * MINUTE, HOUR, 4 * HOUR, 12 * HOUR, DAY, 3 * DAY, 7 * DAY)
"""Times per move are counted by these bounds; the last group has none."""


@dataclass
class Results:
    """The results of those who have something in common."""

    seats: int = 0
    wins: float = 0
    chance: float = 0
    """The wins to be expected if all were equal: one share of each game."""
    vp: int = 0

    def add(self, share: float, players: int, vp: int) -> None:
        self.seats += 1
        self.wins += share
        self.chance += 1 / players
        self.vp += vp

    def facts(self) -> dict[str, Any]:
        n = max(self.seats, 1)
        return {
            "seats": self.seats,
            "wins": round(self.wins, 3),
            "win_rate": round(self.wins / n, 4),
            "by_chance": round(self.chance / n, 4),
            "mean_vp": round(self.vp / n, 2),
        }


@dataclass
class Statistics:
    """Numbers over all games added so far."""

    games: Counter[int] = field(default_factory=Counter)
    """By the number of players."""
    abandoned: int = 0
    plies: int = 0
    by_order_of_play: dict[tuple[int, int], Results] = field(default_factory=lambda: defaultdict(Results))
    """By the number of players, and the place in the order of play of the first shift (0 starts)."""
    by_first_order: dict[str, Results] = field(default_factory=lambda: defaultdict(Results))
    by_drafted: dict[str, Results] = field(default_factory=lambda: defaultdict(Results))
    space_use: Counter[tuple[str, str, int]] = field(default_factory=Counter)
    """Placements by area, space and shift."""
    workers: Counter[tuple[str, str, int]] = field(default_factory=Counter)
    points: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    """VP by source, of `winners` and of `others`."""
    counted: Counter[str] = field(default_factory=Counter)
    """The number of winners and of others."""
    spans: Counter[int] = field(default_factory=Counter)
    timed: int = 0
    seconds: int = 0

    def add(self, game: Chronicle) -> None:
        """Take a game in."""
        self.games[game.players] += 1
        self.plies += len(game.plies)
        self._add_use(game)
        self._add_times(game)
        if game.state == FINISHED:
            self._add_result(game)
        else:
            self.abandoned += 1

    def _add_result(self, game: Chronicle) -> None:
        won = winners(game.end)
        for standing in standings(game.end):
            seat = standing.seat
            share = 1 / len(won) if seat in won else 0.0
            place = (seat - game.opening.start) % game.players
            cards = drafted(game, seat)
            tallies = [self.by_order_of_play[game.players, place], self.by_first_order[cards[0]]]
            for tally in (*tallies, *(self.by_drafted[card] for card in cards)):
                tally.add(share, game.players, standing.vp)
            group = "winners" if seat in won else "others"
            self.counted[group] += 1
            self.points[group].update(sources(standing))

    def _add_use(self, game: Chronicle) -> None:
        for row in move_rows(game):
            if row["area"]:
                where = (str(row["area"]), str(row["space"]), int(row["shift"] or 0))
                self.space_use[where] += 1
                self.workers[where] += int(row["workers"] or 0)

    def _add_times(self, game: Chronicle) -> None:
        """From what a move answers, the ply before or the deal, to the move."""
        before = game.begun_at
        for ply in game.plies:
            if ply.at is None or before is None:
                return
            took = ply.at - before
            self.timed += 1
            self.seconds += took
            self.spans[next((n for n, bound in enumerate(SPANS) if took < bound), len(SPANS))] += 1
            before = ply.at

    def facts(self) -> dict[str, Any]:
        """All of it as plain values."""
        return {
            "games": sum(self.games.values()),
            "by_players": {str(n): self.games[n] for n in sorted(self.games)},
            "abandoned": self.abandoned,
            "plies": self.plies,
            "order_of_play": [
                {"players": players, "place": place + 1, **self.by_order_of_play[players, place].facts()}
                for players, place in sorted(self.by_order_of_play)
            ],
            "first_orders": _by_card(self.by_first_order),
            "drafted_orders": _by_card(self.by_drafted),
            "space_use": list(self._use()),
            "points": {group: self._mean_points(group) for group in ("winners", "others")},
            "time_per_move": {
                "moves": self.timed,
                "mean_seconds": round(self.seconds / self.timed) if self.timed else None,
                "shorter_than": [
                    {"seconds": bound, "moves": self.spans[n]} for n, bound in enumerate((*SPANS, None))
                ],
            },
        }

    def _use(self) -> Iterator[dict[str, Any]]:
        """Placements and workers for each space and shift, a game."""
        games = max(sum(self.games.values()), 1)
        spaces = [*((space.area, space.name) for space in SPACES), ("bank", "bank")]
        for area, space in spaces:
            used = [self.space_use[area, space, shift] for shift in SHIFTS]
            workers = [self.workers[area, space, shift] for shift in SHIFTS]
            yield {
                "area": area,
                "space": space,
                "placements": [round(n / games, 3) for n in used],
                "workers": [round(n / games, 3) for n in workers],
            }

    def _mean_points(self, group: str) -> dict[str, float]:
        n = max(self.counted[group], 1)
        return {name: round(vp / n, 2) for name, vp in self.points[group].items()}


def _by_card(tallies: dict[str, Results]) -> list[dict[str, Any]]:
    return [{"order": card, **tallies[card].facts()} for card in CARDS if card in tallies]

"""The table of ratings: rated games folded one after the other, always to the same digits.

Games count in the order in which they ended, and of one moment by their ids. The model is Plackett-Luce of
openskill. After each game its figures are rounded, so that no machine's last bit grows into another table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.ratings.rated_game import GIVEN, LEFT, RatedGame, RatedSeat

DIGITS: Final = 6
"""The decimal places that are kept from game to game."""
_LAST: Final = 99


@dataclass(slots=True)
class Record:
    """The record of one player in rated games."""

    handle: str
    mu: float
    """The strength that they seem to have …"""
    sigma: float
    """… and how unsure that is."""
    games: int = 0
    """The games that count for the rating."""
    won: int = 0
    begun: int = 0
    finished: int = 0
    """Of the games that they began, those that they kept their seat in."""
    turns: int = 0
    late: int = 0

    @property
    def rating(self) -> float:
        """The strength that they surely have: three deviations below the mean."""
        return round(self.mu - 3 * self.sigma, 2) + 0.0

    @property
    def on_time(self) -> int | None:
        """The turns in time of a hundred; nothing without a clock."""
        return None if not self.turns else 100 * (self.turns - self.late) // self.turns

    def facts(self) -> dict[str, Any]:
        return {
            "handle": self.handle,
            "rating": f"{self.rating:.2f}",
            "mu": f"{self.mu:.2f}",
            "sigma": f"{self.sigma:.2f}",
            "games": self.games,
            "won": self.won,
            "begun": self.begun,
            "finished": self.finished,
            "on_time": self.on_time,
        }


class RatingTable:
    """Everybody's record, by handle. Games are added in their order."""

    def __init__(self) -> None:
        from openskill.models import PlackettLuce  # noqa: PLC0415  slow to import, and few mails need it

        self._model = PlackettLuce()
        self.records: dict[str, Record] = {}

    def add_all(self, games: Iterable[RatedGame]) -> RatingTable:
        for game in sorted(games, key=order_of):
            self.add(game)
        return self

    def add(self, game: RatedGame) -> None:
        """One more game: everyone's reliability, and if it was played to its end, their ratings."""
        for seat in game.seats:
            if not seat.bot:
                self._count(seat)
        rated = [seat for seat in game.seats if seat.fate != GIVEN]
        people_only = not any(seat.bot for seat in game.seats)
        if game.finished and people_only and len(rated) > 1:
            self._rate(rated)

    def ranked(self, named: Iterable[str]) -> list[Record]:
        """All who have a rating, the best first. Whoever has a name in no game was forgotten."""
        shown = frozenset(named)
        known = (record for record in self.records.values() if record.games and record.handle in shown)
        return sorted(known, key=lambda record: (-record.rating, -record.mu, record.handle))

    def find(self, handle: str) -> Record:
        """Somebody's record; a new one's, if they have none."""
        return self.records.get(handle) or self._new(handle)

    def _new(self, handle: str) -> Record:
        start = self._model.rating()
        return Record(handle, round(start.mu, DIGITS), round(start.sigma, DIGITS))

    def _known(self, handle: str) -> Record:
        return self.records.setdefault(handle, self._new(handle))

    def _count(self, seat: RatedSeat) -> None:
        record = self._known(seat.handle)
        record.begun += 1
        record.finished += seat.fate != LEFT
        record.turns += seat.turns
        record.late += seat.late

    def _rate(self, seats: Sequence[RatedSeat]) -> None:
        places = [_place(seat) for seat in seats]
        records = [self._known(seat.handle) for seat in seats]
        teams = [[self._model.rating(mu=record.mu, sigma=record.sigma)] for record in records]
        rated = self._model.rate(teams, ranks=[float(place) for place in places])
        for record, place, (new,) in zip(records, places, rated, strict=True):
            record.mu, record.sigma = round(new.mu, DIGITS), round(new.sigma, DIGITS)
            record.games += 1
            record.won += place == min(places) and place != _LAST


def _place(seat: RatedSeat) -> int:
    """Whoever left is behind all who stayed."""
    assert seat.rank is not None  # the game was played to its end
    return _LAST if seat.fate == LEFT else seat.rank


def order_of(game: RatedGame) -> tuple[int, str]:
    """The order in which games count."""
    return game.ended_at, game.game

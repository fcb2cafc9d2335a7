"""League games: what one of them says for its league, read from its log.

A note about `league` before the start names the league, its rounds, everybody in it, and who sits out: so the
whole table follows from the archives of its games. Whoever left a seat is behind all who stayed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any, Final

from engine.ratings.rated_game import LEFT, read_result

LEAGUE: Final = "league"
"""The word that a note is about that makes a game one of a league."""
_LAST: Final = 99

Facts = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class LeagueSeat:
    """One seat, for the player who had it at the start."""

    handle: str
    bot: bool
    place: int | None
    """The place; none in a game that was given up."""
    vp: int

    def facts(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class LeagueGame:
    """One game of a league that has ended."""

    game: str
    league: str
    round: int
    field: tuple[str, ...]
    """Everybody in the league, in the order in which they signed up."""
    byes: tuple[str, ...]
    """Those who sit this round out, and get the points of a win."""
    seats: tuple[LeagueSeat, ...]

    def points(self, own: LeagueSeat) -> Fraction:
        """The share of the others who are behind; whoever is level counts half."""
        if own.place is None or len(self.seats) < 2:
            return Fraction(0)
        others = [seat.place for seat in self.seats if seat is not own and seat.place is not None]
        behind = sum(place > own.place for place in others)
        level = sum(place == own.place for place in others)
        return Fraction(2 * behind + level, 2 * (len(self.seats) - 1))


def read_league_game(entries: Sequence[Facts], final: Sequence[Facts]) -> LeagueGame | None:
    """The league game of a closed log; nothing if it is none."""
    note = _note(entries)
    if note is None:
        return None
    result, vp = read_result(entries, final), {row["seat"]: int(row["vp"]) for row in final}
    seats = tuple(
        LeagueSeat(
            seat.handle,
            seat.bot,
            None if seat.rank is None else _LAST if seat.fate == LEFT else seat.rank,
            vp.get(number, 0),
        )
        for number, seat in enumerate(result.seats)
    )
    field, byes = tuple(map(str, note["field"])), tuple(map(str, note["byes"]))
    return LeagueGame(result.game, str(note["name"]), int(note["round"]), field, byes, seats)


def _note(entries: Sequence[Facts]) -> Facts | None:
    for entry in entries:
        if entry["kind"] == "start":
            return None
        if entry["kind"] == "note" and entry.get("about") == LEAGUE:
            return entry
    return None

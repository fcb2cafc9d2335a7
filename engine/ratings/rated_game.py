"""Rated games: what one of them says about those who began it, read from its log.

A game is rated if its log says so before it starts: by a note about `rated`. Whoever sat there at the start
answers for the seat, whoever plays on it later: if they left it, they are last; if they gave it away, the
game says nothing about the seat.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

RATED: Final = "rated"
"""The word that a note is about that makes a game a rated one."""
KEPT: Final = "kept"
LEFT: Final = "left"
GIVEN: Final = "given"
_BOT: Final = "bot"
_NOT_OWN: Final = frozenset({"bot", "clock", "substitute"})
"""The marks of moves that a bot made because the player did not."""

Facts = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class RatedSeat:
    """One seat, for the player who had it at the start."""

    handle: str
    bot: bool
    fate: str
    """Whether its player kept it to the end, left it, or gave it to somebody else."""
    rank: int | None
    """The place; none in a game that was given up."""
    turns: int
    """The turns that the player had on a clock …"""
    late: int
    """… and how many of them ran out."""

    def facts(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class RatedGame:
    """One rated game that has ended."""

    game: str
    ended_at: int
    seats: tuple[RatedSeat, ...]

    @property
    def finished(self) -> bool:
        """Whether it was played to its end."""
        return all(seat.rank is not None for seat in self.seats)


def is_rated(entries: Iterable[Facts]) -> bool:
    """Whether a log says that its game is rated: only a note from before the start does."""
    for entry in entries:
        if entry["kind"] == "start":
            return False
        if entry["kind"] == "note" and entry.get("about") == RATED:
            return True
    return False


def read_rated(entries: Sequence[Facts], final: Sequence[Facts]) -> RatedGame | None:
    """The rated game of a closed log, with the final places if there are any; nothing if it is not rated."""
    return read_result(entries, final) if is_rated(entries) else None


def read_result(entries: Sequence[Facts], final: Sequence[Facts]) -> RatedGame:
    """The same of any closed log."""
    tallies = _Tallies(entries[0])
    for entry in entries:
        tallies.take(entry)
    ranks = {row["seat"]: int(row["rank"]) for row in final}
    seats = tuple(tally.seat(ranks.get(number)) for number, tally in sorted(tallies.by_seat.items()))
    return RatedGame(entries[0]["game"], entries[-1]["at"], seats)


@dataclass(slots=True)
class _Tally:
    """The count for one seat."""

    handle: str
    bot: bool
    fate: str = KEPT
    holder: str = ""
    turns: int = 0
    late: int = 0

    def seat(self, rank: int | None) -> RatedSeat:
        return RatedSeat(self.handle, self.bot, self.fate, rank, self.turns, self.late)

    @property
    def own(self) -> bool:
        return self.fate == KEPT and self.holder == self.handle


class _Tallies:
    """Reads a log, entry by entry."""

    def __init__(self, opening: Facts) -> None:
        self.by_seat: dict[int, _Tally] = {}
        self._clock = "pace" in opening["options"]

    def take(self, entry: Facts) -> None:
        kind = entry["kind"]
        if kind == "join":
            handle = entry["handle"]
            self.by_seat[entry["seat"]] = _Tally(handle, entry["auth"] == _BOT, holder=handle)
        elif kind == "leave":
            self.by_seat.pop(entry["seat"], None)
        elif kind == "ply" and entry.get("by") not in _NOT_OWN:
            self._count(entry["seat"])
        elif kind == "note":
            self._take_note(entry)

    def _take_note(self, entry: Facts) -> None:
        about, tally = entry["about"], self.by_seat.get(entry.get("seat", -1))
        if about == "pace" and "pace" in entry:
            self._clock = entry["pace"] != "none"
        elif tally is None:
            return
        elif about == "clock":
            self._count(entry["seat"], late=1)
        elif about in ("substitute", "bot"):
            tally.fate = LEFT if tally.own else tally.fate
        elif about == "seat" and "how" in entry:
            _hand_over(tally, entry["handle"], entry["how"])

    def _count(self, number: int, late: int = 0) -> None:
        """One turn of somebody who has their seat, if a clock runs."""
        tally = self.by_seat[number]
        if tally.own and self._clock:
            tally.turns += 1
            tally.late += late


def _hand_over(tally: _Tally, handle: str, how: str) -> None:
    """Somebody has the seat from now on. Who comes back to a seat that they left has kept it."""
    if handle == tally.handle and tally.fate == LEFT:
        tally.fate = KEPT
    elif how == "given" and tally.own:
        tally.fate = GIVEN
    tally.holder = handle

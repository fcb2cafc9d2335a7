"""A game's clock: what each seat has, and the turn under way.

Nothing is added up on the way. A turn keeps its beginning and every stretch in which it stood, and what a
clock shows is worked out from these; so it makes no difference how often somebody looked, or stopped looking.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from .days import Zone, days_off
from .facts import NOBODY
from .spans import Span, after, join, running
from .terms import Terms

Stop = tuple[str, int | None]
"""A stop of a clock: the reason, and the seat that it is for; `None` is for all."""


@dataclass(frozen=True, slots=True)
class SeatTime:
    """The time that a seat takes along from turn to turn."""

    zone: Zone = "UTC"
    bank: int = 0
    missed: int = 0
    """The turns in a row that ran out of time."""
    away: tuple[Span, ...] = ()
    substitute: str = ""

    @property
    def is_bot(self) -> bool:
        return self.zone == NOBODY


@dataclass(frozen=True, slots=True)
class ClockTurn:
    """A turn under way, on the terms with which it began."""

    seat: int
    began: int
    terms: Terms
    bank: int
    zone: Zone
    stood: tuple[Span, ...] = ()
    """Stretches in which the clock was stopped; the last one may last `FOREVER`, that is, until now."""
    away: tuple[Span, ...] = ()
    added: int = 0
    stands_in: bool = False
    """Whether a substitute has the turn."""
    at_once: bool = False
    """Whether a bot ends what a bot began."""
    ran_out: bool = False

    @property
    def time(self) -> int:
        """The turn's own time, before it goes to the bank."""
        return 0 if self.at_once else self.terms.move + self.added

    @property
    def grace(self) -> int:
        return 0 if self.at_once else self.terms.grace

    def still(self) -> Iterator[Span]:
        """The spans in which the clock stands, in order."""
        if self.at_once:
            return iter(())
        off = days_off(self.terms, self.zone, self.began)
        return join(sorted(self.stood), sorted(self.away), off)

    def mark(self, seconds: int) -> int | None:
        """The moment at which so much time of the turn has run; `None` while the clock is stopped before."""
        return after(self.began, seconds, self.still())

    def used(self, at: int) -> int:
        """The time of the turn that has run until a moment."""
        return running(self.began, at, self.still())

    @property
    def deadline(self) -> int | None:
        """The moment at which the time is up; `None` while the clock is stopped."""
        return self.mark(self.time + self.bank + self.grace)

    def bank_left(self, at: int) -> int:
        """The rest of the bank at a moment."""
        return self.bank - min(self.bank, max(0, self.used(at) - self.time))


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of a game. Without terms it only knows whose turn it is."""

    terms: Terms | None
    seats: tuple[SeatTime, ...]
    at: int = 0
    """The moment of the last fact."""
    waits_for: int | None = None
    """The seat on turn, also where no clock runs."""
    turn: ClockTurn | None = None
    stops: frozenset[Stop] = frozenset()
    automatic: int | None = None
    """The seat for which nobody of its own made the last move."""
    earned: int = 0
    """The time that the last move added to the bank of its seat."""

    def bank_left(self, seat: int, at: int) -> int:
        """The rest of a seat's bank at a moment."""
        turn = self.turn
        if turn is None or turn.seat != seat or turn.stands_in or turn.at_once:
            return self.seats[seat].bank
        return turn.bank_left(at)

    def stopped_for(self, seat: int) -> tuple[str, ...]:
        """The reasons for which a seat's clock is stopped."""
        return tuple(sorted({why for why, whose in self.stops if whose in (None, seat)}))

    def with_seat(self, number: int, **changes: Any) -> Clock:
        seats = list(self.seats)
        seats[number] = replace(seats[number], **changes)
        return replace(self, seats=tuple(seats))


def new_clock(terms: Terms | None, zones: Iterable[Zone], at: int = 0) -> Clock:
    """The clock of a game that has not begun, for players who live in these zones; `NOBODY` is a bot's."""
    bank = terms.bank if terms else 0
    return Clock(terms, tuple(SeatTime(zone, bank) for zone in zones), at)

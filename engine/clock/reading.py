"""The reading of a clock: the parts of the turn, its deadline, when to remind, and what is due next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from .state import Clock, ClockTurn
from .terms import BOT, DAY, SUBSTITUTE, WAIT

TIME: Final = "time"
BANK: Final = "bank"
GRACE: Final = "grace"
OVER: Final = "over"

HALF: Final = "half"
NEAR: Final = "near"
LATE: Final = "late"
UP: Final = "up"
OPEN: Final = "open"

MOST_LATE: Final = 28
"""For so many days somebody is reminded in a game that waits for them; then they are plainly gone."""


class ClockDue(NamedTuple):
    """Something that time brings, and the moment of it.

    It is a reminder (at `half` of the time, `near` its end, on every day of the `bank`, at the beginning of
    the `grace`, then daily as `late`), or that the time is `up`.
    """

    at: int
    what: str
    seat: int


class Marks(NamedTuple):
    """The ends of each part of a turn. `None` is not known, because the clock is stopped before that."""

    time: int | None
    bank: int | None
    deadline: int | None


def marks(turn: ClockTurn) -> Marks:
    """The ends of the turn's own time, the bank and the grace."""
    own, with_bank = turn.time, turn.time + turn.bank
    return Marks(turn.mark(own), turn.mark(with_bank), turn.mark(with_bank + turn.grace))


def coming(clock: Clock) -> Iterator[ClockDue]:
    """All that time brings in this turn, in order, as far as the clock is not stopped before it."""
    turn = clock.turn
    if turn is None:
        return
    for seconds, what in _moments(turn):
        at = turn.mark(seconds)
        if at is None:
            return
        yield ClockDue(at, what, turn.seat)


def next_due(clock: Clock, after: int) -> ClockDue | None:
    """The first thing that time brings after a moment up to which all was dealt with; the deadline does not
    pass unseen, however late somebody looks."""
    turn = clock.turn
    for due in coming(clock):
        open_still = due.what == UP and turn is not None and not turn.ran_out
        if due.at > after or open_still:
            return due
    return None


def time_up(clock: Clock) -> ClockDue | None:
    """The deadline of the turn, if it is known and has not passed."""
    turn = clock.turn
    if turn is None or turn.ran_out or turn.deadline is None:
        return None
    return ClockDue(turn.deadline, UP, turn.seat)


def _moments(turn: ClockTurn) -> Iterator[tuple[int, str]]:
    """Running time since the turn began, and what is due then."""
    bank_ends = turn.time + turn.bank
    ends = bank_ends + turn.grace
    if not turn.at_once:
        yield turn.time // 2, HALF
        yield turn.time * 5 // 6, NEAR
        yield from ((seconds, BANK) for seconds in range(turn.time, bank_ends, DAY))
        for seconds in range(bank_ends, ends, DAY):
            yield seconds, GRACE if seconds == bank_ends else LATE
    yield ends, UP
    if turn.terms.then == WAIT:
        yield from ((ends + day * DAY, LATE) for day in range(1, MOST_LATE + 1))


def what_then(clock: Clock) -> str:
    """The consequence when the time of the present turn is up: `bot`, `substitute`, `wait` or `open`."""
    turn = clock.turn
    if turn is None:
        return WAIT
    terms, seat = turn.terms, clock.seats[turn.seat]
    if turn.at_once or turn.stands_in:
        return BOT
    if terms.opens_after and seat.missed + (not turn.ran_out) >= terms.opens_after:
        return OPEN
    if terms.then == SUBSTITUTE:
        return SUBSTITUTE if seat.substitute else BOT
    return terms.then

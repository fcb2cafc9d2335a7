"""The fold of facts to a clock: it depends on nothing else, and refuses what can't have happened."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import reduce
from typing import Any, Final

from engine.errors import BadRecord

from . import facts as said
from .facts import HELD, REASONS, Fact
from .spans import FOREVER, Span, join
from .state import Clock, ClockTurn, SeatTime, Stop

MOST_STOPS: Final = 400
"""In one turn."""
MOST_ABSENCES: Final = 40
"""Of one seat at a time."""


def fold(clock: Clock, facts: Iterable[Fact]) -> Clock:
    """The clock after all of these."""
    return reduce(happen, facts, clock)


def happen(clock: Clock, fact: Fact) -> Clock:
    """The clock after one more fact. Refused are those that can't have happened."""
    if fact.at < clock.at:
        raise BadRecord(
            "clock/backwards",
            "it happened at {at}, before what happened at {last}",
            at=fact.at,
            last=clock.at,
        )
    seat = getattr(fact, "seat", None)
    if seat is not None and not 0 <= seat < len(clock.seats):
        raise BadRecord("clock/seat", "the game has no seat {seat}", seat=seat)
    _check_not_overdue(clock, fact)
    return replace(_HAPPEN[type(fact)](clock, fact), at=fact.at)


def _check_not_overdue(clock: Clock, fact: Fact) -> None:
    """Once a deadline has come, that it has passed is the next fact: nobody is given time in silence."""
    turn = clock.turn
    if turn is None or turn.ran_out or isinstance(fact, said.TimeRanOut):
        return
    deadline = turn.deadline
    if deadline is not None and deadline <= fact.at:
        raise BadRecord(
            "clock/overdue",
            "the time of seat {seat} ran out at {deadline}",
            seat=turn.seat,
            deadline=deadline,
        )


def _begin(clock: Clock, fact: said.TurnBegan) -> Clock:
    if clock.waits_for is not None:
        raise BadRecord("clock/turn", "the turn of seat {seat} has not ended", seat=clock.waits_for)
    clock = replace(clock, waits_for=fact.seat)
    terms, seat = clock.terms, clock.seats[fact.seat]
    if terms is None or seat.is_bot:
        return clock
    away = tuple(span for span in seat.away if span.ends > fact.at)
    at_once = fact.choice and clock.automatic == fact.seat
    bank = 0 if at_once else seat.bank
    turn = ClockTurn(fact.seat, fact.at, terms, bank, seat.zone, away=away, at_once=at_once)
    return _follow_stops(replace(clock.with_seat(fact.seat, away=away), turn=turn), fact.at)


def _move(clock: Clock, fact: said.MoveMade) -> Clock:
    if clock.waits_for != fact.seat:
        raise BadRecord("clock/not-running", "the clock of seat {seat} does not run now", seat=fact.seat)
    clock, turn = replace(clock, waits_for=None, earned=0), clock.turn
    if turn is None:
        return clock
    if not fact.own and not turn.ran_out:
        raise BadRecord("clock/early", "the time of seat {seat} was not up", seat=fact.seat)
    bank = left = clock.bank_left(fact.seat, fact.at)
    changes: dict[str, Any] = {}
    if fact.own and not turn.stands_in:
        bank = min(turn.terms.bank, left + turn.terms.increment)
        changes = {"missed": 0}
    moved = clock.with_seat(fact.seat, bank=bank, **changes)
    return replace(moved, turn=None, automatic=None if fact.own else fact.seat, earned=bank - left)


def _hold(clock: Clock, fact: said.MoveHeld) -> Clock:
    return _follow_stops(replace(clock, stops=clock.stops | {(HELD, None)}), fact.at)


def _let_go(clock: Clock, fact: said.MoveLetGo) -> Clock:
    return _follow_stops(replace(clock, stops=clock.stops - {(HELD, None)}), fact.at)


def _take_back(clock: Clock, fact: said.MoveTakenBack) -> Clock:
    bank = max(0, clock.seats[fact.seat].bank - clock.earned)
    back = replace(clock.with_seat(fact.seat, bank=bank), turn=None, waits_for=None, earned=0)
    return _begin(back, said.TurnBegan(fact.at, fact.seat))


def _run_out(clock: Clock, fact: said.TimeRanOut) -> Clock:
    turn = _turn_of(clock, fact.seat)
    deadline = turn.deadline
    if turn.ran_out or deadline != fact.at:
        raise BadRecord(
            "clock/deadline",
            "the time of seat {seat} does not run out at {at}, but at {deadline}",
            seat=fact.seat,
            at=fact.at,
            deadline="–" if turn.ran_out or deadline is None else deadline,
        )
    bank = clock.bank_left(fact.seat, fact.at)
    missed = clock.seats[fact.seat].missed + (not turn.at_once and not turn.stands_in)
    done = clock.with_seat(fact.seat, bank=bank, missed=missed)
    return replace(done, turn=replace(turn, ran_out=True))


def _stop(clock: Clock, fact: said.Stopped) -> Clock:
    stop = _read_stop(fact)
    if stop in clock.stops:
        raise BadRecord("clock/stopped", "the clock was stopped for this reason already")
    return _follow_stops(replace(clock, stops=clock.stops | {stop}), fact.at)


def _resume(clock: Clock, fact: said.Resumed) -> Clock:
    stop = _read_stop(fact)
    if stop not in clock.stops:
        raise BadRecord("clock/not-stopped", "the clock was not stopped for this reason")
    return _follow_stops(replace(clock, stops=clock.stops - {stop}), fact.at)


def _read_stop(fact: said.Stopped | said.Resumed) -> Stop:
    if fact.why not in REASONS:
        raise BadRecord("clock/reason", "a clock is not stopped for this reason")
    return fact.why, fact.seat


def _follow_stops(clock: Clock, at: int) -> Clock:
    """Note in the turn under way that its clock stands from now on, or goes on."""
    turn = clock.turn
    if turn is None:
        return clock
    stands = bool(turn.stood) and turn.stood[-1].ends == FOREVER
    stopped = bool(clock.stopped_for(turn.seat))
    if stands == stopped:
        return clock
    if stopped:
        if len(turn.stood) >= MOST_STOPS:
            raise _too_many()
        return replace(clock, turn=replace(turn, stood=(*turn.stood, Span(at, FOREVER))))
    *earlier, last = turn.stood
    ended = [Span(last.begins, at)] if at > last.begins else []
    return replace(clock, turn=replace(turn, stood=(*earlier, *ended)))


def _too_many() -> BadRecord:
    """Counting must not take long for whoever reads the log."""
    return BadRecord(
        "clock/too-many", "the clock was stopped too often in one turn, or too many absences were told"
    )


def _announce(clock: Clock, fact: said.AbsenceAnnounced) -> Clock:
    begins = max(fact.begins, fact.at)
    if fact.ends <= begins:
        raise BadRecord("clock/absence", "an absence ends after it begins, and not in the past")
    away = tuple(join(sorted((*clock.seats[fact.seat].away, Span(begins, fact.ends)))))
    if len(away) > MOST_ABSENCES:
        raise BadRecord(
            "clock/too-many", "the clock was stopped too often in one turn, or too many absences were told"
        )
    return _with_absences(clock, fact.seat, away)


def _come_back(clock: Clock, fact: said.AbsenceEnded) -> Clock:
    cut = [
        Span(span.begins, min(span.ends, fact.at)) if span.begins <= fact.at else span
        for span in clock.seats[fact.seat].away
    ]
    return _with_absences(clock, fact.seat, tuple(span for span in cut if span.ends > span.begins))


def _withdraw(clock: Clock, fact: said.AbsenceWithdrawn) -> Clock:
    begun = tuple(span for span in clock.seats[fact.seat].away if span.begins <= fact.at)
    return _with_absences(clock, fact.seat, begun)


def _with_absences(clock: Clock, seat: int, away: tuple[Span, ...]) -> Clock:
    turn = clock.turn
    if turn is not None and turn.seat == seat and not turn.stands_in:
        clock = replace(clock, turn=replace(turn, away=away))
    return clock.with_seat(seat, away=away)


def _add_time(clock: Clock, fact: said.TimeAdded) -> Clock:
    turn = _turn_of(clock, fact.seat)
    if fact.seconds <= 0 or turn.ran_out:
        raise BadRecord("clock/added", "time is added to a turn before its time is up")
    return replace(clock, turn=replace(turn, added=turn.added + fact.seconds))


def _name_substitute(clock: Clock, fact: said.SubstituteNamed) -> Clock:
    return clock.with_seat(fact.seat, substitute=fact.who)


def _step_in(clock: Clock, fact: said.SubstituteSteppedIn) -> Clock:
    turn = _turn_of(clock, fact.seat)
    if not clock.seats[fact.seat].substitute or turn.stands_in:
        raise BadRecord("clock/substitute", "seat {seat} has no substitute to step in", seat=fact.seat)
    begun = ClockTurn(fact.seat, fact.at, turn.terms, 0, fact.zone, stands_in=True)
    return _follow_stops(replace(clock, turn=begun), fact.at)


def _hand_over(clock: Clock, fact: said.SeatHandedOver) -> Clock:
    bank = clock.terms.bank if clock.terms else 0
    seats = list(clock.seats)
    seats[fact.seat] = SeatTime(fact.zone, bank)
    stops = frozenset(stop for stop in clock.stops if stop[1] != fact.seat)
    clock = replace(clock, seats=tuple(seats), stops=stops)
    if clock.waits_for != fact.seat:
        return clock
    return _begin(replace(clock, turn=None, waits_for=None), said.TurnBegan(fact.at, fact.seat))


def _change_zone(clock: Clock, fact: said.ZoneChanged) -> Clock:
    return clock.with_seat(fact.seat, zone=fact.zone)


def _agree(clock: Clock, fact: said.TermsAgreed) -> Clock:
    bank = fact.terms.bank if fact.terms else 0
    seats = tuple(replace(seat, bank=bank, missed=0) for seat in clock.seats)
    agreed = replace(clock, terms=fact.terms, seats=seats, turn=None, waits_for=None)
    return agreed if clock.waits_for is None else _begin(agreed, said.TurnBegan(fact.at, clock.waits_for))


def _turn_of(clock: Clock, seat: int) -> ClockTurn:
    turn = clock.turn
    if turn is None or turn.seat != seat:
        raise BadRecord("clock/not-running", "the clock of seat {seat} does not run now", seat=seat)
    return turn


_HAPPEN: Final[dict[type[Fact], Callable[[Clock, Any], Clock]]] = {
    said.TurnBegan: _begin,
    said.MoveMade: _move,
    said.MoveHeld: _hold,
    said.MoveLetGo: _let_go,
    said.MoveTakenBack: _take_back,
    said.TimeRanOut: _run_out,
    said.Stopped: _stop,
    said.Resumed: _resume,
    said.AbsenceAnnounced: _announce,
    said.AbsenceEnded: _come_back,
    said.AbsenceWithdrawn: _withdraw,
    said.TimeAdded: _add_time,
    said.SubstituteNamed: _name_substitute,
    said.SubstituteSteppedIn: _step_in,
    said.SeatHandedOver: _hand_over,
    said.ZoneChanged: _change_zone,
    said.TermsAgreed: _agree,
}

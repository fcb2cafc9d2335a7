"""Laws of the clock, over whatever can happen."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from zoneinfo import ZoneInfo

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.clock import facts as said
from engine.clock.facts import OUTAGE, PAUSE
from engine.clock.fold import fold, happen
from engine.clock.reading import (
    HALF,
    NEAR,
    UP,
    coming,
    next_due,
    time_up,
)
from engine.clock.spans import FOREVER
from engine.clock.state import ClockTurn, new_clock
from engine.clock.terms import DAY, HOUR, Terms
from tests.engine.clock.clocks import deadline
from tests.engine.clock.driving import START, ZONES, Script, driven, hourly_terms, scripts


def hours_that_run(turn: ClockTurn, until: int) -> Iterator[int]:
    """The full hours of a turn in which its clock runs, found one by one."""
    zone = ZoneInfo(turn.terms.zone or turn.zone)
    for hour in range(turn.began, until, HOUR):
        local = datetime.fromtimestamp(hour, zone)
        off = local.weekday() in turn.terms.weekdays or (local.month, local.day) in turn.terms.dates
        if not off and not any(span.begins <= hour < span.ends for span in (*turn.stood, *turn.away)):
            yield hour


@settings(max_examples=300)
@given(hourly_terms(), scripts)
def test_a_deadline_is_where_counting_hours_comes_to(terms: Terms, script: Script) -> None:
    turn = driven(terms, script).clock.turn
    assert turn is not None
    hours = (turn.time + turn.bank + turn.grace) // HOUR
    if turn.deadline is None:
        assert turn.stood[-1].ends == FOREVER
        assert len(list(hours_that_run(turn, turn.stood[-1].begins))) < hours
    else:
        counted = list(hours_that_run(turn, turn.deadline))
        assert len(counted) == hours
        assert counted[-1] + HOUR == turn.deadline, "and not an hour later than it must be"


@given(hourly_terms(), scripts, st.integers(0, 12))
def test_a_clock_is_the_same_however_it_is_cut(terms: Terms, script: Script, cut: int) -> None:
    drive = driven(terms, script)
    first = fold(new_clock(terms, ZONES, START), drive.facts[:cut])
    for due in coming(first):  # looking changes nothing
        assert first.turn is not None
        assert first.turn.used(due.at) >= 0
    assert fold(first, drive.facts[cut:]) == drive.clock


@settings(max_examples=200)
@given(hourly_terms(), scripts, st.sampled_from([OUTAGE, PAUSE]), st.integers(0, 80), st.integers(0, 80))
def test_a_stop_never_brings_a_deadline_forward(
    terms: Terms, script: Script, why: str, wait: int, hours: int
) -> None:
    clock = driven(terms, script).clock
    due = time_up(clock)
    at = clock.at + wait * HOUR
    if due is None or due.at <= at or (why, None) in clock.stops:
        return
    stopped = happen(clock, said.Stopped(at, why))
    assert time_up(stopped) is None
    resumed = happen(stopped, said.Resumed(at + hours * HOUR, why))
    assert due.at <= deadline(resumed)
    if not (terms.weekdays or terms.dates or clock.turn.away):  # type: ignore[union-attr]
        assert deadline(resumed) == due.at + hours * HOUR


@given(hourly_terms(), scripts, st.integers(0, 300), st.integers(1, 300))
def test_an_absence_never_brings_a_deadline_forward(
    terms: Terms, script: Script, begins: int, hours: int
) -> None:
    clock = driven(terms, script).clock
    due = time_up(clock)
    if due is not None:
        away = said.AbsenceAnnounced(
            clock.at, due.seat, clock.at + begins * HOUR, clock.at + (begins + hours) * HOUR
        )
        assert due.at <= deadline(happen(clock, away))


@given(hourly_terms(), scripts, st.integers(0, 500))
def test_a_bank_is_never_below_nothing_nor_above_its_size(terms: Terms, script: Script, later: int) -> None:
    clock = driven(terms, script).clock
    for seat in range(len(clock.seats)):
        assert 0 <= clock.seats[seat].bank <= terms.bank
        assert (
            0
            <= clock.bank_left(seat, clock.at + later * HOUR)
            <= clock.bank_left(seat, clock.at)
            <= terms.bank
        )


@given(hourly_terms(), scripts)
def test_reminders_are_in_order_and_within_the_turn(terms: Terms, script: Script) -> None:
    clock = driven(terms, script).clock
    turn = clock.turn
    assert turn is not None
    dues = list(coming(clock))
    assert [due.at for due in dues] == sorted(due.at for due in dues)
    assert all(turn.began <= due.at for due in dues)
    if turn.deadline is None:
        assert UP not in [due.what for due in dues]
    else:
        assert dues[-1] == (turn.deadline, UP, turn.seat)
        assert [due.what for due in dues[:2]] == [HALF, NEAR]
        whole = turn.time + turn.bank + turn.grace
        assert all(turn.used(due.at - 1) < whole for due in dues if due.at > turn.began)


@given(hourly_terms(), scripts)
def test_what_is_due_next_comes_one_after_the_other(terms: Terms, script: Script) -> None:
    clock = driven(terms, script).clock
    seen, after = [], START - 1
    while (due := next_due(clock, after)) is not None and due.what != UP:
        seen.append(due)
        after = due.at
    assert [due.at for due in seen] == sorted({due.at for due in seen})
    last = time_up(clock)
    assert due == last, "the deadline is never passed over"
    assert next_due(clock, START + 10_000 * DAY) == last

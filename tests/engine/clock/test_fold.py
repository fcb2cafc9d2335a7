"""The clock as a fold: laws over whatever can happen, and what each kind of fact does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.clock import facts as said
from engine.clock.facts import BOUNCE, NOBODY, OUTAGE, PAUSE
from engine.clock.fold import fold, happen
from engine.clock.reading import (
    BANK,
    GRACE,
    HALF,
    NEAR,
    OVER,
    TIME,
    UP,
    coming,
    marks,
    next_due,
    phase,
    time_up,
)
from engine.clock.spans import FOREVER
from engine.clock.state import Clock, Turn, new_clock
from engine.clock.terms import DAY, HOUR, Terms
from engine.errors import BadRecord
from tests.engine.clock.driving import START, ZONES, Script, driven, hourly_terms, moment, scripts, shown

DAILY = Terms(DAY, bank=3 * DAY, increment=2 * HOUR, grace=12 * HOUR)


def begun(terms: Terms = DAILY, at: int = START, zone: str = "UTC") -> Clock:
    return happen(new_clock(terms, [zone, zone], at), said.TurnBegan(at, 0))


def deadline(clock: Clock) -> int:
    assert clock.turn is not None
    assert clock.turn.deadline is not None
    return clock.turn.deadline


# Laws


def hours_that_run(turn: Turn, until: int) -> Iterator[int]:
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
        assert phase(first.turn, due.at) in (TIME, BANK, GRACE, OVER)  # type: ignore[arg-type]
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
        assert all(phase(turn, due.at - 1) != OVER for due in dues if due.at > turn.began)


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


# A turn


def test_time_then_bank_then_grace() -> None:
    turn = begun().turn
    assert turn is not None
    times = [START + DAY, START + 4 * DAY, START + 4 * DAY + 12 * HOUR]
    assert list(marks(turn)) == times
    assert [phase(turn, at - 1) for at in times] == [TIME, BANK, GRACE]
    assert [phase(turn, at) for at in times] == [BANK, GRACE, OVER]


def test_a_move_in_time_fills_the_bank_up_to_what_it_was() -> None:
    late = happen(begun(), said.MoveMade(START + 30 * HOUR, 0))
    assert late.seats[0].bank == 3 * DAY - 6 * HOUR + 2 * HOUR
    soon = fold(late, [said.TurnBegan(late.at, 0), said.MoveMade(late.at + HOUR, 0)])
    assert soon.seats[0].bank == 3 * DAY - 2 * HOUR
    full = fold(soon, [said.TurnBegan(soon.at, 0), said.MoveMade(soon.at, 0)] * 3)
    assert full.seats[0].bank == 3 * DAY


def test_the_last_second_is_in_time_and_the_deadline_is_not() -> None:
    clock = begun()
    end = deadline(clock)
    assert happen(clock, said.MoveMade(end - 1, 0)).turn is None
    with pytest.raises(BadRecord) as refused:
        happen(clock, said.MoveMade(end, 0))
    assert refused.value.code == "clock/overdue"


def test_nobody_is_timed_out_early_or_late_or_twice() -> None:
    clock = begun()
    end = deadline(clock)
    for at in (START, end - 1, end + 1):
        with pytest.raises(BadRecord) as refused:
            happen(clock, said.TimeRanOut(at, 0))
        assert refused.value.code == "clock/deadline"
    out = happen(clock, said.TimeRanOut(end, 0))
    assert (out.seats[0].missed, out.seats[0].bank, time_up(out)) == (1, 0, None)
    with pytest.raises(BadRecord):
        happen(out, said.TimeRanOut(end, 0))


def test_turns_missed_in_a_row_are_counted_until_a_move_of_ones_own() -> None:
    clock = begun()
    for missed in (1, 2):
        end = deadline(clock)
        clock = fold(clock, [said.TimeRanOut(end, 0), said.MoveMade(end, 0, own=False)])
        assert clock.seats[0].missed == missed
        clock = happen(clock, said.TurnBegan(end, 0))
    assert happen(clock, said.MoveMade(clock.at + HOUR, 0)).seats[0].missed == 0


# Stops


def test_stops_that_overlap_count_once() -> None:
    clock = begun()
    hour = [START + n * HOUR for n in range(12)]
    stopped = fold(
        clock,
        [
            said.Stopped(hour[1], PAUSE),
            said.Stopped(hour[2], OUTAGE),
            said.Resumed(hour[4], PAUSE),
            said.Stopped(hour[5], BOUNCE, 0),
            said.Resumed(hour[6], OUTAGE),
        ],
    )
    assert stopped.stopped_for(0) == (BOUNCE,)
    assert stopped.stopped_for(1) == ()
    resumed = happen(stopped, said.Resumed(hour[9], BOUNCE, 0))
    assert deadline(resumed) == deadline(clock) + 8 * HOUR


def test_somebody_elses_bounce_does_not_stop_the_clock() -> None:
    clock = happen(begun(), said.Stopped(START + HOUR, BOUNCE, 1))
    assert deadline(clock) == deadline(begun())
    turn = fold(clock, [said.MoveMade(START + 2 * HOUR, 0), said.TurnBegan(START + 2 * HOUR, 1)])
    assert time_up(turn) is None, "but their own, as soon as it is their turn"


def test_an_outage_across_the_deadline() -> None:
    """The server comes back after the deadline; a mail that came in the meantime is in time."""
    clock = begun()
    end = deadline(clock)
    down = happen(clock, said.Stopped(end - HOUR, OUTAGE))
    assert next_due(down, end + DAY) is None
    assert happen(down, said.MoveMade(end + 30 * HOUR, 0)).turn is None
    up = happen(down, said.Resumed(end + 30 * HOUR, OUTAGE))
    assert deadline(up) == end + 31 * HOUR


@pytest.mark.parametrize(
    ("fact", "code"),
    [
        (said.Resumed(START, PAUSE), "clock/not-stopped"),
        (said.Stopped(START, "boredom"), "clock/reason"),
        (said.Stopped(START - 1, PAUSE), "clock/backwards"),
        (said.TurnBegan(START, 1), "clock/turn"),
        (said.MoveMade(START, 1), "clock/not-running"),
        (said.MoveMade(START, 0, own=False), "clock/early"),
        (said.TimeRanOut(START, 1), "clock/not-running"),
        (said.MoveMade(START, 7), "clock/seat"),
        (said.TimeAdded(START, 0, 0), "clock/added"),
        (said.AbsenceAnnounced(START, 0, START - DAY, START), "clock/absence"),
        (said.SubstituteSteppedIn(START, 0, "UTC"), "clock/substitute"),
    ],
)
def test_what_can_not_have_happened_is_refused(fact: said.Fact, code: str) -> None:
    with pytest.raises(BadRecord) as refused:
        happen(begun(), fact)
    assert refused.value.code == code


def test_a_clock_is_stopped_once_for_each_reason() -> None:
    stopped = happen(begun(), said.Stopped(START, PAUSE))
    with pytest.raises(BadRecord) as refused:
        happen(stopped, said.Stopped(START, PAUSE))
    assert refused.value.code == "clock/stopped"


def test_a_clock_that_is_stopped_without_end_is_refused() -> None:
    facts: list[said.Fact] = []
    for at in range(START, START + 2000, 2):
        facts += [said.Stopped(at, PAUSE), said.Resumed(at + 1, PAUSE)]
    with pytest.raises(BadRecord) as refused:
        fold(begun(), facts)
    assert refused.value.code == "clock/too-many"
    assert fold(begun(), facts[:800]).stops == frozenset(), "what was stopped can always go on"


def test_absences_without_number_are_refused() -> None:
    days = range(START + DAY, START + 200 * DAY, 2 * DAY)
    facts = [said.AbsenceAnnounced(START, 0, day, day + DAY) for day in days]
    with pytest.raises(BadRecord) as refused:
        fold(begun(), facts)
    assert refused.value.code == "clock/too-many"


# Absences


def test_an_absence_announced_in_the_middle_of_a_turn() -> None:
    clock = begun(replace(DAILY, bank=0, increment=0, grace=0))
    away = happen(clock, said.AbsenceAnnounced(START + 6 * HOUR, 0, START, START + 6 * DAY))
    assert deadline(away) == START + 6 * DAY + 18 * HOUR, "what had passed before stays used"


def test_absences_that_overlap_and_coming_back_early() -> None:
    clock = begun()
    away = fold(
        clock,
        [
            said.AbsenceAnnounced(START, 0, START + DAY, START + 5 * DAY),
            said.AbsenceAnnounced(START, 0, START + 3 * DAY, START + 8 * DAY),
            said.AbsenceAnnounced(START, 0, START + 30 * DAY, START + 40 * DAY),
        ],
    )
    assert deadline(away) == deadline(clock) + 7 * DAY
    back = happen(away, said.AbsenceEnded(START + 2 * DAY, 0))
    assert deadline(back) == deadline(clock) + DAY
    assert back.seats[0].away[-1].begins == START + 30 * DAY, "what has not begun stays"
    stays = happen(back, said.AbsenceWithdrawn(back.at, 0))
    assert [span.ends for span in stays.seats[0].away] == [START + 2 * DAY]


def test_absences_hold_in_later_turns_and_not_for_others() -> None:
    clock = fold(
        begun(),
        [
            said.AbsenceAnnounced(START, 0, START + 2 * DAY, START + 9 * DAY),
            said.MoveMade(START + DAY, 0),
            said.TurnBegan(START + DAY, 1),
            said.MoveMade(START + 2 * DAY, 1),
        ],
    )
    assert deadline(happen(clock, said.TurnBegan(clock.at, 1))) == clock.at + DAILY.allowance
    assert deadline(happen(clock, said.TurnBegan(clock.at, 0))) == clock.at + DAILY.allowance + 7 * DAY


# Days off, in both changes of daylight saving


OFF = Terms(DAY, weekdays=(5, 6))


@pytest.mark.parametrize(
    ("zone", "began", "until"),
    [
        ("Europe/Berlin", "2026-11-20 18:00", "2026-11-23 18:00"),  # a usual weekend
        ("Europe/Berlin", "2027-03-26 18:00", "2027-03-29 18:00"),  # of 47 hours
        ("Europe/Berlin", "2026-10-23 18:00", "2026-10-26 18:00"),  # of 49 hours
        ("America/New_York", "2027-03-12 18:00", "2027-03-15 18:00"),
        ("America/New_York", "2026-10-30 18:00", "2026-11-02 18:00"),
        ("Australia/Lord_Howe", "2026-10-02 18:00", "2026-10-05 18:00"),  # half an hour
        ("Asia/Kolkata", "2026-11-20 18:00", "2026-11-23 18:00"),
        ("UTC", "2026-11-21 12:00", "2026-11-24 00:00"),  # begun on a day off
    ],
)
def test_days_off_end_at_midnight_where_the_player_lives(zone: str, began: str, until: str) -> None:
    clock = begun(OFF, moment(began, zone), zone)
    assert shown(deadline(clock), zone) == until


@pytest.mark.parametrize(
    ("began", "until"),
    [
        ("2027-03-27 18:00", "2027-03-28 19:00"),  # the night has an hour less: a day of time is longer
        ("2026-10-24 18:00", "2026-10-25 17:00"),
    ],
)
def test_a_day_of_time_has_24_hours_whatever_the_clocks_do(began: str, until: str) -> None:
    clock = begun(Terms(DAY), moment(began, "Europe/Berlin"), "Europe/Berlin")
    assert shown(deadline(clock), "Europe/Berlin") == until


def test_dates_are_off_in_every_year_and_leap_days_when_there_are_any() -> None:
    terms = Terms(DAY, dates=((2, 29), (12, 24)))
    assert shown(deadline(begun(terms, moment("2026-12-23 12:00")))) == "2026-12-25 12:00"
    assert shown(deadline(begun(terms, moment("2027-12-23 12:00")))) == "2027-12-25 12:00"
    assert shown(deadline(begun(terms, moment("2027-02-28 12:00")))) == "2027-03-01 12:00"
    assert shown(deadline(begun(terms, moment("2028-02-28 12:00")))) == "2028-03-01 12:00"


def test_the_terms_can_name_one_zone_for_all() -> None:
    terms = replace(OFF, zone="Asia/Tokyo")
    began = moment("2026-11-20 18:00", "Asia/Tokyo")
    assert shown(deadline(begun(terms, began, "America/New_York")), "Asia/Tokyo") == "2026-11-23 18:00"


def test_a_turn_keeps_the_zone_with_which_it_began() -> None:
    clock = begun(OFF, moment("2026-11-20 18:00", "Europe/Berlin"), "Europe/Berlin")
    moved = happen(clock, said.ZoneChanged(clock.at + HOUR, 0, "America/New_York"))
    assert deadline(moved) == deadline(clock)
    later = fold(moved, [said.MoveMade(moved.at, 0), said.TurnBegan(moved.at, 0)])
    assert later.turn is not None
    assert later.turn.zone == "America/New_York"


# When somebody else sits there


def test_a_substitute_has_a_turn_of_their_own_and_no_bank() -> None:
    terms = replace(DAILY, then="substitute", opens_after=5)
    clock = happen(begun(terms), said.SubstituteNamed(START, 0, "ben"))
    end = deadline(clock)
    stands_in = fold(clock, [said.TimeRanOut(end, 0), said.SubstituteSteppedIn(end, 0, "UTC")])
    assert deadline(stands_in) == end + DAY + 12 * HOUR
    moved = happen(stands_in, said.MoveMade(end + HOUR, 0))
    assert (moved.seats[0].missed, moved.seats[0].bank) == (1, 0), "the player was absent all the same"
    again = happen(stands_in, said.TimeRanOut(end + DAY + 12 * HOUR, 0))
    assert again.seats[0].missed == 1


def test_a_seat_that_is_handed_over_begins_anew() -> None:
    clock = begun()
    at = START + 2 * DAY
    taken = fold(clock, [said.Stopped(at, BOUNCE, 0), said.SeatHandedOver(at, 0, "Asia/Tokyo")])
    assert deadline(taken) == at + DAILY.allowance
    assert taken.seats[0].bank == DAILY.bank
    assert taken.stops == frozenset()


def test_no_clock_runs_for_a_bot_until_somebody_takes_the_seat_back() -> None:
    clock = begun()
    end = deadline(clock)
    bot = fold(clock, [said.TimeRanOut(end, 0), said.SeatHandedOver(end, 0, NOBODY)])
    moved = fold(
        bot, [said.MoveMade(end, 0, own=False), said.TurnBegan(end, 0), said.MoveMade(end, 0, own=False)]
    )
    assert (moved.turn, moved.at) == (None, end)
    back = fold(moved, [said.SeatHandedOver(end, 0, "UTC"), said.TurnBegan(end, 0)])
    assert deadline(back) == end + DAILY.allowance
    mixed = happen(new_clock(DAILY, ["UTC", NOBODY], START), said.TurnBegan(START, 1))
    assert mixed.turn is None
    taken = happen(mixed, said.SeatHandedOver(START + HOUR, 1, "UTC"))
    assert deadline(taken) == START + HOUR + DAILY.allowance


def test_time_can_be_added_to_a_turn() -> None:
    clock = begun()
    assert deadline(happen(clock, said.TimeAdded(START + HOUR, 0, DAY))) == deadline(clock) + DAY


def test_a_game_without_a_clock_can_be_given_one() -> None:
    clock = new_clock(None, ["UTC", "UTC"])
    clock = fold(clock, [said.TurnBegan(START, 0), said.MoveMade(START + 90 * DAY, 0)])
    assert time_up(clock) is None
    waiting = happen(clock, said.TurnBegan(clock.at, 1))
    agreed = happen(waiting, said.TermsAgreed(clock.at + HOUR, DAILY))
    assert deadline(agreed) == clock.at + HOUR + DAILY.allowance
    none = happen(agreed, said.TermsAgreed(clock.at + DAY, None))
    assert time_up(none) is None
    assert happen(none, said.MoveMade(clock.at + 99 * DAY, 1)).turn is None


def test_other_terms_begin_the_turn_anew() -> None:
    clock = happen(begun(), said.TermsAgreed(START + 2 * DAY, Terms(HOUR)))
    assert deadline(clock) == START + 2 * DAY + HOUR

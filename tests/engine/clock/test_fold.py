"""The clock as a fold: laws over whatever can happen, and what each kind of fact does."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.clock import facts as said
from engine.clock.facts import BOUNCE, NOBODY, OUTAGE, PAUSE
from engine.clock.fold import fold, happen
from engine.clock.reading import (
    marks,
    next_due,
    time_up,
)
from engine.clock.state import new_clock
from engine.clock.terms import DAY, HOUR, Terms
from engine.errors import BadRecord
from tests.engine.clock.clocks import DAILY, begun, deadline
from tests.engine.clock.driving import START

# A turn


def test_time_then_bank_then_grace() -> None:
    turn = begun().turn
    assert turn is not None
    times = [START + DAY, START + 4 * DAY, START + 4 * DAY + 12 * HOUR]
    assert list(marks(turn)) == times


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

"""A dial says by itself what its clock would say, at any later moment."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.clock import facts as said
from engine.clock.dial import read_dial
from engine.clock.fold import happen
from engine.clock.reading import BANK, GRACE, OVER, TIME
from engine.clock.spans import Span
from engine.clock.state import new_clock
from engine.clock.terms import DAY, HOUR, Terms
from tests.engine.clock.driving import START, Script, driven, hourly_terms, scripts

TERMS = Terms(DAY, bank=2 * DAY, grace=12 * HOUR)
BEGUN = happen(new_clock(TERMS, ["UTC", "UTC"], START), said.TurnBegan(START, 0))


def test_the_parts_of_a_turn() -> None:
    dial = read_dial(BEGUN, START)
    assert dial is not None
    assert [dial.phase(START + hours * HOUR) for hours in (0, 23, 24, 71, 72, 83, 84)] == [
        *(TIME, TIME, BANK, BANK, GRACE, GRACE, OVER)
    ]
    assert [dial.until(START + days * DAY) for days in (0, 1, 3, 9)] == [
        *(START + DAY, START + 3 * DAY, START + 84 * HOUR, START + 84 * HOUR)
    ]
    assert (dial.saved, dial.then, dial.stopped, dial.away) == (2 * DAY, "bot", (), ())


def test_without_a_turn_or_a_clock_there_is_none() -> None:
    assert read_dial(new_clock(TERMS, ["UTC"]), START) is None
    assert read_dial(new_clock(None, ["UTC"]), START) is None


def test_a_clock_that_stands_shows_what_would_hold() -> None:
    stopped = happen(BEGUN, said.Stopped(START + HOUR, "pause"))
    dial = read_dial(stopped, START + 11 * HOUR)
    assert dial is not None
    assert (dial.stopped, dial.time) == (("pause",), START + DAY + 10 * HOUR)


def test_absences_that_are_over_are_left_out() -> None:
    clock = happen(BEGUN, said.AbsenceAnnounced(START, 0, START + HOUR, START + DAY))
    before, after = read_dial(clock, START), read_dial(clock, START + DAY)
    assert before is not None
    assert after is not None
    assert before.away == (Span(START + HOUR, START + DAY),)
    assert [before.away_until(START + hours * HOUR) for hours in (0, 1, 24)] == [None, START + DAY, None]
    assert after.away == ()


@given(hourly_terms(), scripts, st.integers(0, 500))
def test_later_it_says_what_the_clock_would_say(terms: Terms, script: Script, hours: int) -> None:
    """The time that has run at a moment is less than a part's length exactly while the part lasts."""
    clock = driven(terms, script).clock
    turn, dial, at = clock.turn, read_dial(clock, clock.at), clock.at + hours * HOUR
    assert turn is not None
    assert dial is not None
    if dial.stopped:
        return
    ends = ((TIME, turn.time), (BANK, turn.time + turn.bank), (GRACE, turn.time + turn.bank + turn.grace))
    expected = next((name for name, seconds in ends if turn.used(at) < seconds), OVER)
    assert dial.phase(at) == expected
    later = read_dial(clock, at)
    assert later is not None
    assert (later.time, later.bank, later.deadline) == (dial.time, dial.bank, dial.deadline)

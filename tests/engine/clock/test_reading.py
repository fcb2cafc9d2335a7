"""What is due when: reminders, the end of the time, and what happens then."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.clock import facts as said
from engine.clock.fold import fold, happen
from engine.clock.reading import MOST_LATE, OPEN, coming, next_due, time_up, what_then
from engine.clock.state import Clock, new_clock
from engine.clock.terms import BOT, DAY, HOUR, SUBSTITUTE, WAIT, Terms
from tests.engine.clock.driving import START, moment, shown

TERMS = Terms(DAY, bank=2 * DAY, grace=36 * HOUR)


def begun(terms: Terms, at: int = START) -> Clock:
    return happen(new_clock(terms, ["UTC", "UTC"], at), said.TurnBegan(at, 0))


def test_the_reminders_of_a_turn() -> None:
    began = moment("2026-11-16 12:00")
    assert [(shown(due.at)[5:], due.what) for due in coming(begun(TERMS, began))] == [
        ("11-17 00:00", "half"),
        ("11-17 08:00", "near"),
        ("11-17 12:00", "bank"),
        ("11-18 12:00", "bank"),
        ("11-19 12:00", "grace"),
        ("11-20 12:00", "late"),
        ("11-21 00:00", "up"),
    ]


def test_without_bank_and_grace_there_are_two() -> None:
    assert [due.what for due in coming(begun(Terms(DAY)))] == ["half", "near", "up"]


def test_nobody_is_reminded_while_the_clock_stands() -> None:
    began = moment("2026-11-20 12:00")  # a Friday
    off = begun(replace(TERMS, weekdays=(5, 6)), began)
    assert [shown(due.at)[5:] for due in coming(off)][:3] == ["11-21 00:00", "11-23 08:00", "11-23 12:00"]
    stopped = happen(begun(TERMS, began), said.Stopped(began + 13 * HOUR, "pause"))
    assert [due.what for due in coming(stopped)] == ["half"], "which was before"
    assert next_due(stopped, began + 12 * HOUR) is None


def test_a_game_that_waits_reminds_daily_and_then_gives_up() -> None:
    clock = begun(Terms(DAY, then=WAIT))
    end = time_up(clock)
    assert end is not None
    out = happen(clock, said.TimeRanOut(end.at, 0))
    late = next_due(out, end.at)
    assert late == (end.at + DAY, "late", 0)
    assert next_due(out, end.at + MOST_LATE * DAY) is None


def run_out(clock: Clock) -> Clock:
    due = time_up(clock)
    assert due is not None
    return happen(clock, said.TimeRanOut(due.at, due.seat))


@pytest.mark.parametrize(
    ("terms", "then"),
    [
        (Terms(DAY), BOT),
        (Terms(DAY, then=WAIT), WAIT),
        (Terms(DAY, then=SUBSTITUTE), BOT),
        (Terms(DAY, opens_after=1), OPEN),
        (Terms(DAY, then=WAIT, opens_after=1), OPEN),
        (Terms(DAY, opens_after=2), BOT),
    ],
)
def test_what_happens_then_is_known_before_and_after(terms: Terms, then: str) -> None:
    clock = begun(terms)
    assert what_then(clock) == then
    assert what_then(run_out(clock)) == then


def test_a_named_substitute_comes_before_the_bot() -> None:
    clock = happen(begun(Terms(DAY, then=SUBSTITUTE)), said.SubstituteNamed(START, 0, "ben"))
    assert what_then(clock) == SUBSTITUTE
    out = run_out(clock)
    stands_in = happen(out, said.SubstituteSteppedIn(out.at, 0, "UTC"))
    assert what_then(stands_in) == BOT


def test_the_seat_opens_after_so_many_turns_in_a_row() -> None:
    clock, then = begun(Terms(DAY, opens_after=3)), []
    for _ in range(3):
        then.append(what_then(clock))
        out = run_out(clock)
        clock = fold(out, [said.MoveMade(out.at, 0, own=False), said.TurnBegan(out.at, 0)])
    assert then == [BOT, BOT, OPEN]

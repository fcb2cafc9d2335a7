"""A deadline in words: on the reader's own clock, in the reader's language, never a duration alone."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.clock import facts as said
from engine.clock.dial import read_dial
from engine.clock.fold import fold, happen
from engine.clock.state import Clock, new_clock
from engine.clock.terms import DAY, HOUR, SUBSTITUTE, WAIT, Terms
from engine.show import deadline
from engine.show.deadline import Reader, left
from engine.tongue import LANGUAGES, tongue
from tests.engine.clock.driving import Script, driven, hourly_terms, moment, scripts

BEGAN = moment("2026-11-18 18:00", "Europe/Berlin")  # a Wednesday
TERMS = Terms(DAY, bank=3 * DAY, grace=12 * HOUR)
ANNA = Reader(tongue("en"), "Europe/Berlin", 0)
BEN = Reader(tongue("en"), "America/New_York", 1)


def deadline_lines(clock: Clock, name: str, at: int, reader: Reader) -> list[str]:
    return deadline.deadline_lines(read_dial(clock, at), name, at, reader)


def deadline_in_short(clock: Clock, at: int, reader: Reader) -> str:
    return deadline.deadline_in_short(read_dial(clock, at), at, reader)


def begun(terms: Terms = TERMS) -> Clock:
    return happen(new_clock(terms, ["Europe/Berlin", "America/New_York"], BEGAN), said.TurnBegan(BEGAN, 0))


def test_ones_own_turn() -> None:
    assert deadline_lines(begun(), "Anna", BEGAN + 6 * HOUR, ANNA) == [
        "You have until Thursday, November 19, 2026, 18:00 (Europe/Berlin) (18 hours left).",
        "Then comes your time bank (3 days), until Sunday, November 22, 2026, 18:00 (Europe/Berlin).",
        "If you have not moved by Monday, November 23, 2026, 06:00 (Europe/Berlin), "
        "a house bot makes this move for you.",
    ]


def test_somebody_elses_turn_on_the_readers_own_clock() -> None:
    assert deadline_lines(begun(), "Anna", BEGAN + 6 * HOUR, BEN)[0] == (
        "Anna has until Thursday, November 19, 2026, 12:00 (America/New_York) (18 hours left)."
    )


def test_german_and_russian() -> None:
    german = deadline_lines(begun(), "Anna", BEGAN, Reader(tongue("de"), "Europe/Berlin", 0))
    assert german[0] == "Du hast Zeit bis Donnerstag, 19. November 2026, 18:00 (Europe/Berlin) (noch 1 Tag)."
    russian = deadline_lines(begun(), "Anna", BEGAN, Reader(tongue("ru"), "Europe/Moscow", 0))
    assert russian[0].startswith("Срок вашего хода: четверг, 19 ноября 2026")
    assert "20:00 (Europe/Moscow) (осталось 1 день)." in russian[0]


@pytest.mark.parametrize(
    ("hours", "begins"),
    [
        (23, "You have until Thursday"),
        (24, "Your time bank is running: you have until Sunday"),
        (96, "Your time is up. You can still move until Monday"),
    ],
)
def test_each_part_of_the_time_has_its_words(hours: int, begins: str) -> None:
    assert deadline_lines(begun(), "Anna", BEGAN + hours * HOUR, ANNA)[0].startswith(begins)


@pytest.mark.parametrize(
    ("terms", "then"),
    [
        (Terms(DAY), "a house bot makes this move for you."),
        (Terms(DAY, then=SUBSTITUTE), "your substitute gets this turn."),
        (Terms(DAY, then=WAIT), "the game waits for you, and the others see that."),
        (Terms(DAY, opens_after=1), "your seat is opened to others."),
    ],
)
def test_what_happens_then_is_told(terms: Terms, then: str) -> None:
    clock = happen(begun(terms), said.SubstituteNamed(BEGAN, 0, "ben"))
    assert deadline_lines(clock, "Anna", BEGAN, ANNA)[-1].endswith(then)


def test_while_the_clock_stands_it_says_why_and_what_would_hold() -> None:
    stopped = fold(
        begun(), [said.Stopped(BEGAN + HOUR, "bounce", 0), said.Stopped(BEGAN + 2 * HOUR, "pause")]
    )
    lines = deadline_lines(stopped, "Anna", BEGAN + 11 * HOUR, BEN)
    assert lines[:3] == [
        "The clock stands still, because mail to Anna comes back.",
        "The clock stands still, because the host has paused the game.",
        "If it went on from Wednesday, November 18, 2026, 23:00 (America/New_York), what follows would hold.",
    ]
    assert lines[3] == "Anna has until Thursday, November 19, 2026, 22:00 (America/New_York) (23 hours left)."
    assert deadline_in_short(stopped, BEGAN + 11 * HOUR, BEN) == ""


def test_an_absence_is_told() -> None:
    away = happen(begun(), said.AbsenceAnnounced(BEGAN, 0, BEGAN, BEGAN + 5 * DAY))
    assert deadline_lines(away, "Anna", BEGAN + DAY, ANNA)[0] == (
        "You are away until Monday, November 23, 2026, 18:00 (Europe/Berlin); the clock stands still."
    )


def test_a_time_that_was_up() -> None:
    out = happen(begun(Terms(DAY, then=WAIT)), said.TimeRanOut(BEGAN + DAY, 0))
    assert deadline_lines(out, "Anna", BEGAN + 9 * DAY, BEN) == [
        "The time of Anna was up on Thursday, November 19, 2026, 12:00 (America/New_York)."
    ]


def test_without_a_clock_nothing_is_said() -> None:
    assert deadline_lines(new_clock(None, ["UTC"]), "Anna", BEGAN, ANNA) == []
    assert deadline_in_short(new_clock(None, ["UTC"]), BEGAN, ANNA) == ""


@pytest.mark.parametrize(
    ("code", "soon", "late"),
    [
        ("en", "until Thu 18:00", "until Fri, Dec 18, 2026, 18:00"),
        ("de", "bis Do. 18:00", "bis Fr., 18. Dez. 2026, 18:00"),
        ("ru", "срок чт 18:00", "срок пт, 18 дек. 2026 г., 18:00"),
    ],
)
def test_for_a_subject_in_few_words(code: str, soon: str, late: str) -> None:
    reader = Reader(tongue(code), "Europe/Berlin", 0)
    assert deadline_in_short(begun(), BEGAN, reader) == soon
    assert deadline_in_short(begun(replace(TERMS, move=30 * DAY)), BEGAN, reader) == late


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (0, "0 minutes"),
        (59, "0 minutes"),
        (60, "1 minute"),
        (HOUR, "1 hour"),
        (HOUR + 61, "1 hour 1 minute"),
        (DAY, "1 day"),
        (DAY + 5 * HOUR + 61, "1 day 5 hours"),
        (3 * DAY + 1800, "3 days"),
    ],
)
def test_what_is_left_in_its_largest_units(seconds: int, told: str) -> None:
    assert left(seconds, tongue("en")) == told


@given(hourly_terms(), scripts, st.sampled_from(LANGUAGES), st.integers(0, 2))
def test_every_clock_can_be_told(terms: Terms, script: Script, language: str, seat: int) -> None:
    clock = driven(terms, script).clock
    lines = deadline_lines(clock, "Anna", clock.at, Reader(tongue(language), "Asia/Tokyo", seat))
    assert lines
    assert not [line for line in lines if "{" in line]
    told = [line for line in lines if "Asia/Tokyo" in line]
    assert all(re.search(r"\d\d:\d\d \(Asia/Tokyo\)", line) for line in told)
    assert told, "there is always a date and a time of day"

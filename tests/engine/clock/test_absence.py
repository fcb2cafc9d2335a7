"""Absences: how they are written, and what a host allows."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.clock.absence import Absence, Allowance, check_absence, read_absence
from engine.clock.terms import HOUR
from engine.errors import Refused
from tests.engine.clock.driving import moment

NOW = moment("2026-11-17 23:30")
HOLIDAYS = Absence(date(2026, 12, 20), date(2027, 1, 5))


@pytest.mark.parametrize(
    ("text", "absence"),
    [
        ("2026-12-20 to 2027-01-05", HOLIDAYS),
        (" 2026-12-20 BIS 2027-01-05", HOLIDAYS),
        ("2026-12-20 по 2027-01-05", HOLIDAYS),
        ("2026-12-20", Absence(date(2026, 12, 20), date(2026, 12, 20))),
    ],
)
def test_days_as_people_write_them(text: str, absence: Absence) -> None:
    assert read_absence(text) == absence
    assert read_absence(absence.write()) == absence


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("tomorrow", "away/form"),
        ("", "away/form"),
        ("2026-12-20 to", "away/form"),
        ("2026-02-30", "away/date"),
        ("0001-01-01 to 9999-12-31", "away/date"),
        ("2027-01-05 to 2026-12-20", "away/length"),
        ("2026-01-01 to 2027-01-02", "away/length"),
        ("9" * 5000, "away/form"),
    ],
)
def test_what_are_no_days_is_refused(text: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        read_absence(text)
    assert refused.value.code == code
    assert len(str(refused.value)) < 300


@given(st.text(max_size=300) | st.text("0123456789- to", max_size=80))
def test_whatever_is_written_is_read_or_refused(text: str) -> None:
    try:
        assert read_absence(text).first <= read_absence(text).last
    except Refused as refused:
        assert refused.code.startswith("away/")


def test_it_lasts_whole_days_where_the_player_lives() -> None:
    span = Absence(date(2026, 10, 24), date(2026, 10, 25)).span("Europe/Berlin")
    assert span == (moment("2026-10-24 00:00", "Europe/Berlin"), moment("2026-10-26 00:00", "Europe/Berlin"))
    assert span.ends - span.begins == 49 * HOUR


def code_of(
    absence: Absence, before: list[Absence], allowed: Allowance, now: int = NOW, zone: str = "UTC"
) -> str:
    try:
        check_absence(absence, before, allowed, now, zone)
    except Refused as refused:
        return refused.code
    return ""


def test_each_year_has_its_own_days() -> None:
    assert code_of(HOLIDAYS, [], Allowance(12)) == ""
    assert code_of(HOLIDAYS, [], Allowance(11)) == "away/budget"
    january = Absence(date(2027, 1, 10), date(2027, 1, 17))
    assert code_of(january, [HOLIDAYS], Allowance(13)) == ""
    assert code_of(january, [HOLIDAYS], Allowance(12)) == "away/budget"


def test_days_that_were_told_before_count_once() -> None:
    longer = Absence(date(2026, 12, 18), date(2027, 1, 6))
    assert code_of(longer, [HOLIDAYS, HOLIDAYS], Allowance(14)) == ""
    assert code_of(longer, [HOLIDAYS], Allowance(13)) == "away/budget"


def test_notice_counts_days_where_the_player_lives() -> None:
    day = Absence(date(2026, 11, 20), date(2026, 11, 22))
    assert code_of(day, [], Allowance(notice=3)) == ""
    assert code_of(day, [], Allowance(notice=3), zone="Europe/Berlin") == "away/notice", (
        "it is the 18th there"
    )
    assert code_of(day, [], Allowance(notice=4)) == "away/notice"


def test_days_that_have_passed_are_none() -> None:
    day = Absence(date(2026, 11, 17), date(2026, 11, 17))
    assert code_of(day, [], Allowance()) == ""
    assert code_of(day, [], Allowance(), zone="Europe/Berlin") == "away/past"


@given(st.lists(st.tuples(st.integers(0, 400), st.integers(0, 40)), max_size=8), st.integers(0, 60))
def test_what_is_allowed_never_adds_up_to_more(wanted: list[tuple[int, int]], most: int) -> None:
    taken: list[Absence] = []
    for first, length in wanted:
        begins = date.fromordinal(date(2026, 11, 18).toordinal() + first)
        absence = Absence(begins, date.fromordinal(begins.toordinal() + length))
        if not code_of(absence, taken, Allowance(most)):
            taken.append(absence)
    days = {day for absence in taken for day in absence.days()}
    for year in (2026, 2027, 2028):
        assert sum(day.year == year for day in days) <= most

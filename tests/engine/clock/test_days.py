"""Days where people live: none is lost, none counts twice, whatever the clocks there do."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.clock.days import date_at, day_begins, days_off, whole_days
from engine.clock.offsets import Offsets, check_offsets, offsets_of
from engine.clock.spans import FOREVER, Span, after, join, running
from engine.clock.terms import DAY, HOUR, Terms
from engine.errors import BadRecord
from tests.engine.clock.driving import shown

ZONES = [
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "Asia/Kolkata",
    "Australia/Lord_Howe",
    "Africa/Cairo",
    "Asia/Beirut",
    "Atlantic/Azores",
    "America/Sao_Paulo",
    "Pacific/Apia",
    "Pacific/Kiritimati",
]


@pytest.mark.parametrize(
    ("zone", "day", "hours"),
    [
        ("Europe/Berlin", date(2026, 11, 17), 24),
        ("Europe/Berlin", date(2027, 3, 28), 23),
        ("Europe/Berlin", date(2026, 10, 25), 25),
        ("America/New_York", date(2027, 3, 14), 23),
        ("America/New_York", date(2026, 11, 1), 25),
        ("Australia/Lord_Howe", date(2026, 10, 4), 23.5),
        ("Australia/Lord_Howe", date(2027, 4, 4), 24.5),
        ("Atlantic/Azores", date(2026, 10, 25), 25),  # from 1:00 back to 0:00: midnight comes twice
        ("Asia/Beirut", date(2026, 3, 29), 23),  # from 0:00 to 1:00: there is no midnight
        ("Africa/Cairo", date(2026, 10, 29), 25),  # from 24:00 back to 23:00
        ("Pacific/Apia", date(2011, 12, 30), 0),  # a day that there was not
        ("UTC", date(2027, 3, 28), 24),
    ],
)
def test_how_long_a_day_is(zone: str, day: date, hours: float) -> None:
    span = whole_days(day, day, zone)
    assert span.ends - span.begins == hours * HOUR


days = st.dates(date(1990, 1, 1), date(2037, 12, 30))


@given(days, st.sampled_from(ZONES))
def test_every_moment_belongs_to_the_day_that_clocks_show(day: date, zone: str) -> None:
    begins, ends = whole_days(day, day, zone)
    if ends > begins:
        assert date_at(begins, zone) == day
        assert date_at(ends - 1, zone) == day
        assert date_at(begins - 1, zone) < day
    assert day_begins(day + timedelta(days=1), zone) == ends


@given(days, st.sampled_from(ZONES), st.sets(st.integers(0, 6), min_size=1, max_size=6))
def test_days_off_are_found_from_any_moment(day: date, zone: str, weekdays: set[int]) -> None:
    since = day_begins(day, zone) + 7 * HOUR
    off = days_off(Terms(DAY, weekdays=tuple(sorted(weekdays))), zone, since)
    found = [next(off) for _ in range(4)]
    assert found == sorted(found)
    for hour in range(since, found[-1].begins, HOUR):
        inside = any(span.begins <= hour < span.ends for span in found)
        assert inside == (date_at(hour, zone).weekday() in weekdays), shown(hour, zone)


@given(days, st.sampled_from(ZONES))
def test_the_table_of_a_zone_has_the_same_days(day: date, zone: str) -> None:
    begins = day_begins(day, zone)
    table = offsets_of(zone, begins - 20 * DAY - 3 * HOUR, begins + 400 * DAY)
    check_offsets(table)
    for number in (*range(-20, 20), *range(380, 400)):
        other = day + timedelta(days=number)
        assert day_begins(other, table) == day_begins(other, zone)
        moment = begins + number * DAY + 3 * HOUR
        assert date_at(moment, table) == date_at(moment, zone)


@pytest.mark.parametrize(
    ("table", "code"),
    [
        ((), "clock/offsets"),
        (((5, 0), (5, 3600)), "clock/offsets"),
        (((9, 0), (5, 3600)), "clock/offsets"),
        (tuple((n, 0) for n in range(65)), "clock/offsets"),
        (((0, 16 * HOUR),), "clock/offset"),
        (((-1, 0),), "clock/offset"),
        (((1 << 50, 0),), "clock/offset"),
    ],
)
def test_what_is_no_table_is_refused(table: Offsets, code: str) -> None:
    with pytest.raises(BadRecord) as refused:
        check_offsets(table)
    assert refused.value.code == code


spans = st.lists(st.tuples(st.integers(0, 60), st.integers(0, 30)).map(lambda s: Span(s[0], s[0] + s[1])))


@given(spans, spans, st.integers(0, 60), st.integers(0, 60))
def test_counting_around_stretches_is_counting_one_by_one(
    one: list[Span], two: list[Span], begins: int, seconds: int
) -> None:
    still = list(join(sorted(one), sorted(two)))
    assert all(a.ends < b.begins for a, b in pairwise(still))
    ticks = [t for t in range(begins, 400) if not any(s.begins <= t < s.ends for s in (*one, *two))]
    end = after(begins, seconds, still)
    assert end is not None
    assert end == (ticks[seconds - 1] + 1 if seconds else begins)
    assert running(begins, end, still) == seconds
    assert running(begins, 300, still) == sum(t < 300 for t in ticks)


def test_a_stretch_without_end() -> None:
    still = [Span(10, 20), Span(30, FOREVER)]
    assert after(0, 20, still) == 30, "the last second before it"
    assert after(0, 21, still) is None
    assert list(join(still, iter([Span(40, 50)]))) == still

"""Days as the clocks of a time zone count them. A day begins at the first midnight of its date, or where the
clocks are put forward over midnight, at that moment; so days follow each other without gap, and have 23 or 25
hours when the clocks are changed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import Final

from engine.tongue.zones import clock

from .spans import Span
from .terms import Terms

_ONE: Final = timedelta(days=1)
_LAST_YEAR: Final = 9990


@lru_cache(maxsize=4096)
def day_begins(day: date, zone: str) -> int:
    """The first moment of a date."""
    return int(datetime(day.year, day.month, day.day, tzinfo=clock(zone)).timestamp())


def date_at(at: int, zone: str) -> date:
    """Which day it is at a moment."""
    return datetime.fromtimestamp(at, clock(zone)).date()


def whole_days(first: date, last: date, zone: str) -> Span:
    """All days from the first to the last, both included."""
    return Span(day_begins(first, zone), day_begins(last + _ONE, zone))


def is_off(terms: Terms, day: date) -> bool:
    """Whether the clock stands still on this day."""
    return day.weekday() in terms.weekdays or (day.month, day.day) in terms.dates


def days_off(terms: Terms, zone: str, since: int) -> Iterator[Span]:
    """The days off from a moment on, one by one, for somebody who lives in this zone."""
    if not (terms.weekdays or terms.dates):
        return
    there = terms.zone or zone
    day = date_at(since, there) - _ONE
    while day.year < _LAST_YEAR:
        if is_off(terms, day):
            yield whole_days(day, day, there)
        day += _ONE

"""Days as the clocks of a time zone count them. A day begins at the first midnight of its date, or where the
clocks are put forward over midnight, at that moment; so days follow each other without gap, and have 23 or 25
hours when the clocks are changed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import Final

from engine.tongue.zones import clock

from .offsets import Offsets, date_by, day_begins_by
from .spans import Span
from .terms import Terms

Zone = str | Offsets
"""A time zone: by its name, or as the table of it that a log carries."""

_ONE: Final = timedelta(days=1)
_LAST_YEAR: Final = 9990


@lru_cache(maxsize=4096)
def day_begins(day: date, zone: Zone) -> int:
    """The first moment of a date."""
    if not isinstance(zone, str):
        return day_begins_by(day, zone)
    return int(datetime(day.year, day.month, day.day, tzinfo=clock(zone)).timestamp())


def date_at(at: int, zone: Zone) -> date:
    """Which day it is at a moment."""
    if not isinstance(zone, str):
        return date_by(at, zone)
    return datetime.fromtimestamp(at, clock(zone)).date()


def whole_days(first: date, last: date, zone: Zone) -> Span:
    """All days from the first to the last, both included."""
    return Span(day_begins(first, zone), day_begins(last + _ONE, zone))


def is_off(terms: Terms, day: date) -> bool:
    """Whether the clock stands still on this day."""
    return day.weekday() in terms.weekdays or (day.month, day.day) in terms.dates


def days_off(terms: Terms, zone: Zone, since: int) -> Iterator[Span]:
    """The days off from a moment on, one by one, for somebody who lives in this zone."""
    if not (terms.weekdays or terms.dates):
        return
    there = terms.zone or zone
    day = date_at(since, there) - _ONE
    while day.year < _LAST_YEAR:
        if is_off(terms, day):
            yield whole_days(day, day, there)
        day += _ONE

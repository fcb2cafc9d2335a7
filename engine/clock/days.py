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
from .spans import Span, join
from .terms import Date, Terms

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
    """The date at a moment."""
    if not isinstance(zone, str):
        return date_by(at, zone)
    return datetime.fromtimestamp(at, clock(zone)).date()


def whole_days(first: date, last: date, zone: Zone) -> Span:
    """All days from the first to the last, both included."""
    return Span(day_begins(first, zone), day_begins(last + _ONE, zone))


def days_off(terms: Terms, zone: Zone, since: int) -> Iterator[Span]:
    """The stretches of days off from a moment on, for somebody who lives in this zone."""
    if not (terms.weekdays or terms.dates):
        return
    there = terms.zone or zone
    first = date_at(since, there)
    for year in range(first.year, _LAST_YEAR):
        for span in _off_in(year, terms.weekdays, terms.dates, there):
            if span.ends > since:
                yield span


@lru_cache(maxsize=256)
def _off_in(year: int, weekdays: tuple[int, ...], dates: tuple[Date, ...], zone: Zone) -> tuple[Span, ...]:
    """The days off of a year, those side by side as one stretch."""
    day, found = date(year, 1, 1), []
    while day.year == year:
        if day.weekday() in weekdays or (day.month, day.day) in dates:
            found.append(whole_days(day, day, zone))
        day += _ONE
    return tuple(join(found))

"""A time zone as a table: from which moment on its clocks are how far ahead of UTC.

The rules of time zones change, and every machine has its own edition of them. A log carries the table that
its server went by, so that whoever reads it comes to the same days, then and for ever.
"""

from __future__ import annotations

from bisect import bisect_right
from datetime import date, datetime, timedelta
from typing import Final

from engine.errors import BadRecord
from engine.tongue.zones import clock

from .terms import DAY, HOUR

Offsets = tuple[tuple[int, int], ...]
"""Moments in order, each with the seconds ahead of UTC from then on; the first holds before it too."""

UTC_OFFSETS: Final[Offsets] = ((0, 0),)
MOST: Final = 64
FURTHEST: Final = 15 * HOUR
_EPOCH: Final = date(1970, 1, 1)
_LATEST: Final = 1 << 40


def check_offsets(offsets: Offsets) -> None:
    """Refuse a table that is no zone's."""
    moments = [moment for moment, _ in offsets]
    if not 1 <= len(offsets) <= MOST or moments != sorted(set(moments)):
        raise BadRecord("clock/offsets", "a time zone has 1 to {most} offsets, in order", most=MOST)
    if any(abs(ahead) > FURTHEST for _, ahead in offsets) or not 0 <= moments[0] <= moments[-1] <= _LATEST:
        raise BadRecord("clock/offset", "no clocks of the world are so far from UTC")


def offsets_of(zone: str, begins: int, ends: int) -> Offsets:
    """The table of a zone between two moments."""
    found = [(begins, _ahead(begins, zone))]
    for day in range(begins, ends, DAY):
        before, after = _ahead(day, zone), _ahead(min(day + DAY, ends), zone)
        if before != after:
            found.append((_change(day, min(day + DAY, ends), zone), after))
    return tuple(found)


def _ahead(at: int, zone: str) -> int:
    offset = datetime.fromtimestamp(at, clock(zone)).utcoffset()
    return 0 if offset is None else int(offset.total_seconds())


def _change(low: int, high: int, zone: str) -> int:
    """The moment within a day at which a zone's clocks are changed."""
    old = _ahead(low, zone)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if _ahead(middle, zone) == old else (low, middle)
    return high


def date_by(at: int, offsets: Offsets) -> date:
    """The date at a moment."""
    number = max(0, bisect_right(offsets, (at, FURTHEST + 1)) - 1)
    return _EPOCH + timedelta(days=(at + offsets[number][1]) // DAY)


def day_begins_by(day: date, offsets: Offsets) -> int:
    """The first moment of a date; where its midnight is left out, when the clocks pass it."""
    midnight = (day - _EPOCH).days * DAY
    for number, (_, ahead) in enumerate(offsets):
        ends = offsets[number + 1][0] if number + 1 < len(offsets) else _LATEST * 2
        if midnight - ahead < ends:
            return midnight - ahead if not number else max(midnight - ahead, offsets[number][0])
    raise AssertionError("the last offset has no end")

"""Time zones by their names."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

HERE: Final = ""
"""The zone that this machine is set to, instead of one with a name."""


def local_time(at: int, zone: str) -> datetime:
    """A moment (seconds since 1970) on the clock of a zone."""
    if zone == HERE:
        return datetime.fromtimestamp(at, UTC).astimezone()
    return datetime.fromtimestamp(at, clock(zone))


def clock(zone: str) -> tzinfo:
    """The clock of a time zone; UTC's where this machine does not know the zone, or no longer does."""
    try:
        return ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError):
        return UTC

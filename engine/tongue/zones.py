"""Time zones by their names."""

from __future__ import annotations

from datetime import UTC, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError


def clock(zone: str) -> tzinfo:
    """The clock of a time zone; UTC's where this machine does not know the zone, or no longer does."""
    try:
        return ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError):
        return UTC

"""Moments as people write them in their language and read them off their own clock."""

from __future__ import annotations

from datetime import datetime

from babel.dates import format_datetime

from .zones import clock


def written(at: int, zone: str, code: str) -> str:
    """A moment (seconds since 1970) in a time zone; the zone's own name stands behind it."""
    local = datetime.fromtimestamp(at, clock(zone))
    return f"{format_datetime(local, 'medium', locale=code)} ({local.tzinfo})"

"""Times and spans as people say them."""

from __future__ import annotations

from datetime import UTC, datetime


def moment(at: int) -> str:
    """A time as one says it to everybody: 2026-01-02 03:04 UTC."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M UTC")


def span(seconds: int) -> str:
    """A span in its largest whole unit: 40 s, 12 min, 5 h, 3 days."""
    if seconds < 120:
        return f"{max(0, seconds)} s"
    if seconds < 120 * 60:
        return f"{seconds // 60} min"
    if seconds < 48 * 3600:
        return f"{seconds // 3600} h"
    return f"{seconds // 86400} days"

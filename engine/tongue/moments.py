"""Moments as people write them in their language and read them off their own clock."""

from __future__ import annotations

from babel.dates import format_date, format_datetime, format_skeleton

from .zones import local_time

_A_WEEK = 6 * 24 * 3600
"""As long as a weekday alone says which day is meant."""


def written(at: int, zone: str, code: str) -> str:
    """A moment (seconds since 1970) in a time zone; the zone's own name stands behind it."""
    local = local_time(at, zone)
    return f"{format_datetime(local, 'medium', locale=code)} ({local.tzinfo})"


def written_with_weekday(at: int, zone: str, code: str) -> str:
    """The same to the minute, with the weekday: something to keep to."""
    local = local_time(at, zone)
    day = format_date(local, "full", locale=code)
    return _plain(f"{day}, {format_datetime(local, 'HH:mm', locale=code)} ({local.tzinfo})")


def written_shortly(at: int, zone: str, code: str, now: int) -> str:
    """A moment in few words, such as for a subject: a weekday alone if it is the next one of its name."""
    local = local_time(at, zone)
    if now <= at < now + _A_WEEK:
        return format_datetime(local, "EEE HH:mm", locale=code)
    day = format_skeleton("yMMMEd", local, locale=code)
    return _plain(f"{day}, {format_datetime(local, 'HH:mm', locale=code)}")


def _plain(text: str) -> str:
    """With plain spaces: the narrow ones of some languages are lost in mails and terminals."""
    return " ".join(text.split())

"""Absences: days on which a player will be away, announced beforehand, and what the host allows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final, NamedTuple

from engine.errors import Refused
from engine.harmless import harmless

from .days import date_at, whole_days
from .spans import Span

MOST_DAYS: Final = 366
"""The longest absence that can be told at all."""
_FORM: Final = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2})(?: +(?:to|-|bis|до|по) +([0-9]{4}-[0-9]{2}-[0-9]{2}))?"
)


class Absence(NamedTuple):
    """Whole days where the player lives, the last one included."""

    first: date
    last: date

    def days(self) -> Iterator[date]:
        for number in range((self.last - self.first).days + 1):
            yield self.first + timedelta(days=number)

    def span(self, zone: str) -> Span:
        """From the first moment of the first day to the last of the last."""
        return whole_days(self.first, self.last, zone)

    def write(self) -> str:
        return f"{self.first} to {self.last}"


@dataclass(frozen=True, slots=True)
class Allowance:
    """A host's allowance: days in a calendar year, and how many days beforehand one has to say it."""

    days_a_year: int = 30
    notice: int = 0


def read_absence(text: str) -> Absence:
    """`2026-12-20 to 2027-01-05`, or one day."""
    found = _FORM.fullmatch(text.strip().casefold()) if len(text) <= 60 else None
    if found is None:
        raise Refused(
            "away/form",
            "`{text}` are no days: write them like `2026-12-20 to 2027-01-05`",
            text=harmless(text[:60]),
        )
    first = _read_date(found[1])
    absence = Absence(first, _read_date(found[2]) if found[2] else first)
    length = (absence.last - absence.first).days + 1
    if not 1 <= length <= MOST_DAYS:
        raise Refused(
            "away/length",
            "from {first} to {last} is not 1 to {most} days",
            first=absence.first.isoformat(),
            last=absence.last.isoformat(),
            most=MOST_DAYS,
        )
    return absence


def _read_date(text: str) -> date:
    try:
        read = date.fromisoformat(text)
    except ValueError:
        raise Refused("away/date", "there is no day {date}", date=text) from None
    if not 1970 < read.year < 9000:
        raise Refused("away/date", "there is no day {date}", date=text)
    return read


def check_absence(
    absence: Absence, before: Iterable[Absence], allowed: Allowance, now: int, zone: str
) -> None:
    """Refuse an absence that the host does not allow, beside those that were announced before.

    Days that are in several absences count once.
    """
    today = date_at(now, zone)
    if absence.last < today:
        raise Refused("away/past", "{last} has passed already", last=absence.last.isoformat())
    earliest = today + timedelta(days=allowed.notice)
    if absence.first < earliest:
        raise Refused(
            "away/notice",
            "absences have to be told {days} days beforehand: from {earliest} on would do",
            days=allowed.notice,
            earliest=earliest.isoformat(),
        )
    known = {day for other in before for day in other.days()}
    for year in sorted({absence.first.year, absence.last.year}):
        used = sum(day.year == year for day in known)
        wanted = sum(day.year == year for day in set(absence.days()) - known)
        if used + wanted > allowed.days_a_year:
            raise Refused(
                "away/budget",
                "of the {allowed} days of absence in {year} you have {left} left; this takes {wanted}",
                allowed=allowed.days_a_year,
                year=year,
                left=max(0, allowed.days_a_year - used),
                wanted=wanted,
            )

"""Simulated people who play by mail: when they read it, when they are away, and whether they vanish.

All chance comes from generators that are seeded by purpose, so that the same people sit in the same games
whatever the clock: rows of a table differ by the clock alone.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

from engine.clock.absence import Absence, Allowance, check_absence
from engine.clock.days import date_at, day_begins
from engine.clock.terms import DAY, HOUR, MINUTE
from engine.errors import Refused

ZONES = (
    "Europe/Berlin",
    "Europe/London",
    "Europe/Moscow",
    "America/New_York",
    "America/Los_Angeles",
    "America/Sao_Paulo",
    "Asia/Tokyo",
    "Australia/Sydney",
)
TWICE_A_DAY = 0.5
FREE_WEEKENDS = 0.25
"""How many don't look at their mail on Saturdays and Sundays."""
MISSED = 0.05
"""How often somebody does not get to it, though it is their hour."""
WEEK_AWAY = 1 / 90
"""On how many days a week begins in which somebody is away."""
ANNOUNCED = 0.6
"""How many of these weeks are told to the server beforehand."""
VANISHES = 0.1
THINKING = 20 * MINUTE
DAYS = 430
"""So many days after the beginning of a game people's habits are known: a year and the last week away."""
ALLOWED = Allowance(days_a_year=30, notice=0)


@dataclass(frozen=True)
class Person:
    """When somebody reads mail, in order; what they announce; and the ply from which on they are gone."""

    zone: str
    readings: tuple[int, ...]
    absences: tuple[tuple[int, Absence], ...]
    """When it is announced, and which days."""
    gone_from: int | None

    def is_gone(self, ply: int) -> bool:
        return self.gone_from is not None and ply >= self.gone_from

    def answers(self, asked: int, ply: int) -> int | None:
        """When the move comes that was asked for by a mail of this moment; `None` is never.

        Here is room for those who say beforehand what they will do: theirs comes at once.
        """
        if self.is_gone(ply):
            return None
        number = bisect_right(self.readings, asked)
        return self.readings[number] + THINKING if number < len(self.readings) else None


def make_person(rng: Random, begins: int, plies: int) -> Person:
    """Somebody with habits by lot, for a game of so many plies that begins at this moment."""
    zone = ZONES[rng.randrange(len(ZONES))]
    hours = [rng.uniform(7, 22) for _ in range(2 if rng.random() < TWICE_A_DAY else 1)]
    free_weekends = rng.random() < FREE_WEEKENDS
    gone_from = rng.randrange(plies) if rng.random() < VANISHES else None
    first = date_at(begins, zone) - timedelta(days=1)
    weeks = list(_weeks_away(rng, first))
    away = {day for week in weeks for day in week.days()}
    days = [first + timedelta(days=number) for number in range(DAYS)]
    readings = sorted(
        _moment(day, zone, hour, rng)
        for day in days
        for hour in hours
        if rng.random() >= MISSED and day not in away and not (free_weekends and day.weekday() >= 5)
    )
    return Person(zone, tuple(readings), tuple(_announced(rng, weeks, readings, zone, begins)), gone_from)


def _moment(day: date, zone: str, hour: float, rng: Random) -> int:
    """About this hour of the day."""
    return day_begins(day, zone) + int(hour * HOUR + rng.uniform(-HOUR, HOUR))


def _weeks_away(rng: Random, first: date) -> Iterator[Absence]:
    day = first
    while day < first + timedelta(days=DAYS):
        if rng.random() < WEEK_AWAY:
            yield Absence(day, day + timedelta(days=6))
            day += timedelta(days=7)
        day += timedelta(days=1)


def _announced(
    rng: Random, weeks: list[Absence], readings: list[int], zone: str, begins: int
) -> Iterator[tuple[int, Absence]]:
    """Weeks that are told at the last reading before them, as far as the host allows."""
    told: list[Absence] = []
    for week in weeks:
        number = bisect_right(readings, week.span(zone).begins - DAY // 4)
        at = readings[number - 1] if number else begins
        if rng.random() >= ANNOUNCED or at < begins:
            continue
        try:
            check_absence(week, told, ALLOWED, at, zone)
        except Refused:
            continue
        told.append(week)
        yield at, week

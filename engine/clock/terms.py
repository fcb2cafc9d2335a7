"""The terms of time on which a game's players agreed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.errors import Refused

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
WEEK: Final = 7 * DAY

BOT: Final = "bot"
SUBSTITUTE: Final = "substitute"
WAIT: Final = "wait"
THEN: Final = (BOT, SUBSTITUTE, WAIT)
"""The mover when the time for a move is up: a house bot; the substitute whom the player has named, and a
house bot if there is none or their time is up too; nobody, and the game waits.
"""

LEAST_MOVE: Final = 10 * MINUTE
MOST_MOVE: Final = 60 * DAY
MOST_BANK: Final = 180 * DAY
MOST_INCREMENT: Final = 30 * DAY
MOST_GRACE: Final = 30 * DAY
MOST_DATES: Final = 40
MOST_TIMES: Final = 99

Date = tuple[int, int]
"""A month and a day of it, in every year."""
_DAYS_IN: Final = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


@dataclass(frozen=True, slots=True)
class Terms:
    """The time that everyone has. A game without a clock has none of these: its terms are `None`.

    A turn first uses up its own time, then the player's bank, then the grace; then the time is up. The bank
    is kept from turn to turn, and every move of one's own gives `increment` back, up to what the bank was.
    """

    move: int
    bank: int = 0
    increment: int = 0
    grace: int = 0
    weekdays: tuple[int, ...] = ()
    """Days of the week on which the clock stands still, Monday being 0."""
    dates: tuple[Date, ...] = ()
    """Days of the year on which it does."""
    zone: str = ""
    """The zone in which days off begin and end at midnight; if empty, that of the player on turn."""
    then: str = BOT
    opens_after: int = 0
    """After missing so many turns in a row somebody's seat is opened to others; 0 is never."""

    def __post_init__(self) -> None:
        _check_range("time", self.move, LEAST_MOVE, MOST_MOVE)
        _check_range("bank", self.bank, 0, MOST_BANK)
        _check_range("more", self.increment, 0, min(self.bank, MOST_INCREMENT))
        _check_range("grace", self.grace, 0, MOST_GRACE)
        _check_range("open", self.opens_after, 0, MOST_TIMES)
        _check_days_off(self.weekdays, self.dates)
        if self.then == WAIT and self.opens_after > 1:
            raise Refused(
                "pace/wait-open", "a game that waits misses a turn only once: open:1 opens the seat then"
            )

    @property
    def allowance(self) -> int:
        """The most that one turn can take of running time."""
        return self.move + self.bank + self.grace


def _check_range(part: str, seconds: int, least: int, most: int) -> None:
    if not least <= seconds <= most:
        raise Refused(
            "pace/range",
            "`{part}` is out of range: from {least} to {most} would do",
            part=part,
            least=amount(part, least),
            most=amount(part, most),
        )


def _check_days_off(weekdays: tuple[int, ...], dates: tuple[Date, ...]) -> None:
    if list(weekdays) != sorted(set(weekdays) & set(range(7))) or list(dates) != sorted(set(dates)):
        raise Refused("pace/off", "days off are weekdays and dates of the year, each once")
    if len(weekdays) == 7:
        raise Refused("pace/always-off", "with seven days off in a week the clock would never run")
    if len(dates) > MOST_DATES:
        raise Refused("pace/dates", "at most {most} dates can be days off", most=MOST_DATES)
    for month, day in dates:
        if not (1 <= month <= 12 and 1 <= day <= _DAYS_IN[month - 1]):
            raise Refused("pace/date", "there is no {day} in month {month}", day=day, month=month)


def amount(part: str, number: int) -> str:
    """A number of a part of the terms, as it is written."""
    return str(number) if part == "open" else write_duration(number)


_UNITS: Final = {"w": WEEK, "d": DAY, "h": HOUR, "m": MINUTE, "s": 1}


def write_duration(seconds: int) -> str:
    """Days, hours, minutes and seconds: 1d12h."""
    parts = []
    for unit in "dhms":
        number, seconds = divmod(seconds, _UNITS[unit])
        if number:
            parts.append(f"{number}{unit}")
    return "".join(parts) or "0h"


def unit_seconds(unit: str) -> int:
    """The length of a unit of the notation."""
    return _UNITS[unit]


PRESETS: Final[dict[str, Terms | None]] = {
    "daily": Terms(DAY, bank=6 * DAY, increment=3 * HOUR, grace=12 * HOUR, opens_after=3),
    "brisk": Terms(12 * HOUR, bank=4 * DAY, increment=2 * HOUR, grace=6 * HOUR, opens_after=3),
    "relaxed": Terms(3 * DAY, bank=14 * DAY, increment=6 * HOUR, grace=DAY, opens_after=3),
    "weekend": Terms(DAY, bank=6 * DAY, increment=3 * HOUR, grace=12 * HOUR, weekdays=(5, 6), opens_after=3),
    "none": None,
}
"""Terms by one word. In `weekend` Saturdays and Sundays do not count."""

"""The terms of a clock as text, both ways: what a person writes behind `pace=`, and what a log carries.

    daily                                         one of the presets
    1d+bank:3d+more:2h+grace:12h                  in full: the time for a move first
    1d+3d                                         the same in short: a second time is the bank
    daily+off:sat/sun/12-24+zone:europe/berlin    a preset with changes
    2d+then:wait                                  bot, substitute or wait
    1d+open:3                                     the seat is opened after three missed turns in a row

It has no spaces and commas, because these stand between the options of a game. Capitals don't matter.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import fields, replace
from functools import cache
from typing import Any, Final
from zoneinfo import available_timezones

from engine.errors import BadRecord, Refused
from engine.harmless import harmless

from .terms import PRESETS, THEN, Date, Terms, unit_seconds, write_duration

MOST_TEXT: Final = 400
WEEKDAYS: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
NONE: Final = "none"

_DURATION: Final = re.compile("(?:[0-9]{1,5}[wdhms]){1,5}")
_PART: Final = re.compile("([a-z]+)[:=](.+)")
_DATE: Final = re.compile("([0-9]{1,2})-([0-9]{1,2})")
_ZONE: Final = re.compile("[a-z0-9_-]{1,20}(?:/[a-z0-9_-]{1,20}){0,2}")
EXAMPLE: Final = "1d+bank:3d+more:2h+grace:12h+off:sat/sun+then:bot+open:3"


def parse(text: str) -> Terms | None:
    """The terms that somebody wrote; `None` is no clock."""
    if len(text) > MOST_TEXT:
        raise Refused("pace/too-long", "a pace has at most {most} characters", most=MOST_TEXT)
    first, *rest = re.sub(r"\s", "", text).casefold().split("+")
    if first in PRESETS:
        terms = PRESETS[first]
        if terms is None:
            _check_nothing_more(rest)
            return None
    else:
        terms = Terms(_duration(first))
    if rest and _DURATION.fullmatch(rest[0]):
        rest[0] = f"bank:{rest[0]}"
    changes: dict[str, Any] = {}
    for part in rest:
        name, value = _read_part(part)
        if name in changes:
            raise Refused("pace/twice", "`{part}` says something for a second time", part=harmless(part))
        changes[name] = value
    return _changed(terms, changes)


def _check_nothing_more(rest: list[str]) -> None:
    if rest:
        raise Refused("pace/none", "without a clock there is nothing more to say about it")


def _changed(terms: Terms, changes: dict[str, Any]) -> Terms:
    weekdays, dates = changes.pop("off", (terms.weekdays, terms.dates))
    bank = changes.get("bank", terms.bank)
    changes.setdefault("increment", min(terms.increment, bank))
    return replace(terms, weekdays=weekdays, dates=dates, **changes)


def _read_part(part: str) -> tuple[str, Any]:
    found = _PART.fullmatch(part)
    if found is None or found[1] not in _PARTS:
        raise Refused(
            "pace/part",
            "`{part}` is no part of a pace; it is written like `{example}`, or is one of {presets}",
            part=harmless(part[:60]),
            example=EXAMPLE,
            presets=", ".join(PRESETS),
        )
    name, read = _PARTS[found[1]]
    return name, read(found[2])


def _duration(text: str) -> int:
    if not _DURATION.fullmatch(text):
        raise Refused(
            "pace/duration",
            "`{text}` is no length of time: write it like 3d, 12h or 1d12h, or one of {presets}",
            text=harmless(text[:60]),
            presets=", ".join(PRESETS),
        )
    return sum(int(number) * unit_seconds(unit) for number, unit in re.findall("([0-9]+)([wdhms])", text))


def _days_off(text: str) -> tuple[tuple[int, ...], tuple[Date, ...]]:
    weekdays, dates = set(), set()
    for day in text.split("/") if text != NONE else ():
        if day in WEEKDAYS:
            weekdays.add(WEEKDAYS.index(day))
        elif found := _DATE.fullmatch(day):
            dates.add((int(found[1]), int(found[2])))
        else:
            raise Refused(
                "pace/day",
                "`{day}` is no day off: write a weekday like sat, or a month and a day like 12-24",
                day=harmless(day[:60]),
            )
    return tuple(sorted(weekdays)), tuple(sorted(dates))


def _zone(text: str) -> str:
    zone = _zones().get(text) if _ZONE.fullmatch(text) else None
    if text != "own" and zone is None:
        raise Refused(
            "pace/zone",
            "`{zone}` is no time zone: write it like europe/berlin, or own for everyone's own",
            zone=harmless(text[:60]),
        )
    return zone or ""


@cache
def _zones() -> dict[str, str]:
    return {zone.casefold(): zone for zone in available_timezones()}


def _then(text: str) -> str:
    if text not in THEN:
        raise Refused(
            "pace/then", "`{then}` is none of {known}", then=harmless(text[:60]), known=", ".join(THEN)
        )
    return text


def _times(text: str) -> int:
    if text == NONE:
        return 0
    if not re.fullmatch("[0-9]{1,4}", text):
        raise Refused("pace/times", "`{text}` is no number of times", text=harmless(text[:60]))
    return int(text)


_PARTS: Final[dict[str, tuple[str, Callable[[str], Any]]]] = {
    "time": ("move", _duration),
    "bank": ("bank", _duration),
    "more": ("increment", _duration),
    "grace": ("grace", _duration),
    "off": ("off", _days_off),
    "zone": ("zone", _zone),
    "then": ("then", _then),
    "open": ("opens_after", _times),
}


def parse_full(text: str) -> Terms | None:
    """The terms in a log: in full, because what a preset means may change, and in the one form of them."""
    terms = parse(text)
    if spell(terms) != text:
        raise BadRecord("pace/full", "in a log this pace is written in full: {pace}", pace=spell(terms))
    return terms


def write(terms: Terms | None) -> str:
    """The terms as text: a preset by its name, any others in full."""
    return next((name for name, preset in PRESETS.items() if terms == preset), "") or spell(terms)


def spell(terms: Terms | None) -> str:
    """The terms in full, whatever presets there are: for what must mean the same for ever."""
    return NONE if terms is None else "+".join([write_duration(terms.move), *_written(terms)])


def _written(terms: Terms) -> list[str]:
    usual = {field.name: field.default for field in fields(Terms)}
    texts = {
        "bank": write_duration(terms.bank),
        "increment": write_duration(terms.increment),
        "grace": write_duration(terms.grace),
        "weekdays": write_days_off(terms),
        "zone": terms.zone.casefold(),
        "then": terms.then,
        "opens_after": str(terms.opens_after),
    }
    named = {name: part for part, (name, _) in _PARTS.items()} | {"weekdays": "off"}
    said = {name for name in texts if getattr(terms, name) != usual[name]}
    if terms.dates:
        said.add("weekdays")
    return [f"{named[name]}:{text}" for name, text in texts.items() if name in said]


def write_days_off(terms: Terms) -> str:
    """Weekdays and dates on which the clock stands still."""
    dates = [f"{month:02}-{day:02}" for month, day in terms.dates]
    return "/".join([*(WEEKDAYS[day] for day in terms.weekdays), *dates])

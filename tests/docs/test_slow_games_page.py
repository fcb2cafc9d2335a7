"""docs/slow-games.md says what the presets are, and shows a row of the simulation for each of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.clock.notation import WEEKDAYS, parse
from engine.clock.terms import DAY, HOUR, PRESETS, Terms

PAGE = (Path(__file__).parents[2] / "docs/slow-games.md").read_text("utf-8")
LENGTHS = {"hour": HOUR, "hours": HOUR, "day": DAY, "days": DAY}
DAYS = {"Saturday": "sat", "Sunday": "sun"}


def rows(head: str) -> list[list[str]]:
    """The cells of a table, row by row."""
    lines = PAGE.split(head)[1].splitlines()[2:]
    table = lines[: next(number for number, line in enumerate(lines) if not line.startswith("|"))]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table]


def length(text: str) -> int:
    number, unit = text.split()
    return int(number) * LENGTHS[unit]


def test_the_presets_are_those_of_the_code() -> None:
    told: dict[str, Terms | None] = {}
    for name, move, bank, more, grace, off, opened in rows("| pace | time for a move |"):
        weekdays = tuple(WEEKDAYS.index(DAYS[day]) for day in re.findall(r"\w+", off))
        told[name.strip("`")] = (
            Terms(
                *map(length, (move, bank, more, grace)),
                weekdays=weekdays,
                opens_after=int(opened.split()[0]),
            )
            if bank
            else None
        )
    assert told == PRESETS


def test_there_is_a_row_of_the_simulation_for_each() -> None:
    found = rows("| pace | finished within a year |")
    assert {row[0].strip("`") for row in found} == set(PRESETS)
    shares = {row[0].strip("`"): float(row[1].rstrip("%")) for row in found}
    assert all(share >= 95 for name, share in shares.items() if name != "none")


@pytest.mark.parametrize("pace", re.findall(r"^    pace=(\S+)$", PAGE, re.MULTILINE))
def test_the_examples_can_be_written_so(pace: str) -> None:
    assert parse(pace) is not None

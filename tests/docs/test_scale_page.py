"""The table of what so many games need follows from what one move costs, as the page tells both."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "scale.md").read_text("utf-8")
DAY = 24 * 3600


def cells(row: str) -> list[str]:
    """What the page says in a row, behind its name."""
    (line,) = [line for line in PAGE.splitlines() if line.startswith(f"| {row}")]
    return [cell.strip() for cell in line.split("|")[2:-1]]


def number(cell: str) -> float:
    return float(re.match(r"[\d.,]+", cell)[0].replace(",", ""))  # type: ignore[index]


def cost(row: str) -> float:
    return number(cells(row)[0])


def test_each_row_follows_from_the_costs_of_a_move() -> None:
    mails = float(cells("mail that comes")[0].split(" and ")[1])
    milliseconds, texts = cost("processor time"), cost("disk for 30 days")
    kept, statements = cost("disk for ever"), cost("statements to the database |")
    for column, games in enumerate(map(number, cells("open games"))):
        expected = {
            "moves a second": games / DAY,
            "mails sent a day": games * mails,
            "processors for": games / DAY * milliseconds / 1000,
            "disk for the texts": games * 30 * texts / 1e6,
            "disk that a year": games * 365 * kept / 1e6,
            "statements to the database a second": games / DAY * statements,
        }
        for row, value in expected.items():
            assert number(cells(row)[column]) == pytest.approx(value, rel=0.05), (row, games)

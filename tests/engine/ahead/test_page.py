"""docs/standing-orders.md and `help orders`: every example can be sent as it stands there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.ahead import read
from engine.ahead.help import HELP
from engine.ahead.limits import LONGEST, MOST_CONDITIONS, MOST_KINDS, MOST_LINES, MOST_STOPS, MOST_TURNS
from engine.tongue import LANGUAGES, tongue
from engine.tongue.order_words import canonical

PAGE = (Path(__file__).parents[3] / "docs/standing-orders.md").read_text("utf-8")
AS_ORDERS = {"a line": "next: {}", "a condition": "next: bank if {}", "a stop": "next: bank\n{}"}


def rows(head: str) -> list[str]:
    """The first cells of the table with this head, without what marks them as code."""
    table = PAGE.split(f"| {head} |")[1].split("\n\n")[0]
    return re.findall(r"^\| `([^`]*)` \|", table, re.MULTILINE)


EXAMPLES = [form.format(row) for head, form in AS_ORDERS.items() for row in rows(head)]
WHOLE = re.findall(r"```orders\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES)
def test_what_the_tables_teach_is_canonical(example: str) -> None:
    assert read(example).write() == example


def test_whole_orders_are_the_same_in_all_languages() -> None:
    english, german, russian = (read(canonical(text)) for text in WHOLE)
    assert english.write() == WHOLE[0].strip()
    assert german == russian
    assert german.turns == english.turns
    assert len(EXAMPLES) > 25


def test_the_page_tells_the_limits() -> None:
    told = " ".join(PAGE.split())
    assert (
        f"at most {LONGEST} characters, {MOST_TURNS} turns, {MOST_LINES} lines a turn, {MOST_CONDITIONS} "
        f"conditions a line and {MOST_STOPS} stops"
    ) in told
    assert f"at most {MOST_KINDS} kinds" in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_is_true_in_every_language(language: str) -> None:
    said = tongue(language).say(HELP)
    example = said.split("\n\n")[1]
    assert len(read(example).turns) == 2
    for typed in re.findall(r"`([^`]*)`", " ".join(said.split())):
        if typed.startswith(("order ", "factory ", "mine ")):
            read(f"next: {typed}")
        elif typed.startswith("if "):
            read(f"next: money 5 {typed}")
        elif typed.startswith(("draft: ", "stop ")):
            read(f"next: bank; {typed}")
    conditions = [line.split("   ")[0] for line in said.split("\n") if re.match(r"  (mine|have|seat) ", line)]
    assert len(conditions) == 3
    for line in conditions:
        for condition in line.split(","):
            read(f"next: bank if {condition}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_fits_a_mail(language: str) -> None:
    assert max(map(len, tongue(language).say(HELP).split("\n"))) <= 79

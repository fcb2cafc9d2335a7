"""The player's page: its reference is that of the code, and what it says can be typed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from client import commands
from client.cli import app
from client.commands_page import BEGIN, put_into, write_reference

PAGE = Path(__file__).parents[3] / "docs" / "player.md"
TEXT = PAGE.read_text("utf-8")


def test_the_reference_is_up_to_date() -> None:
    assert put_into(TEXT) == TEXT, "python -m client.commands_page docs/player.md"


def test_every_command_has_a_section() -> None:
    reference = write_reference()
    for name in commands.names():
        assert f"### {name}\n\n    grubenpost {name}" in reference


@pytest.mark.parametrize(
    "line", sorted(set(re.findall(r"(?<!inject )grubenpost ([a-z-]+)", TEXT.partition(BEGIN)[0])))
)
def test_every_command_of_the_page_exists(line: str) -> None:
    assert app.info.name == "grubenpost"
    assert line in commands.names() or line.startswith("-")


def test_every_option_of_the_page_exists() -> None:
    prose = TEXT.partition(BEGIN)[0]
    known = write_reference() + "--profile --home --quiet --help --install-completion"
    for option in set(re.findall(r"(?<!\w)--[a-z-]{3,}", prose)):
        assert option in known, option

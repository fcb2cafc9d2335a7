"""A move that a mail program has broken into lines is played whole, or asked back; never a part of it."""

from __future__ import annotations

import textwrap

import pytest

import server.desk.commands
from server.words.wording import read_words

assert server.desk.commands

MOVES = [
    "mine 10: to k, load k, to top, fill B-k k, to g, load g, to top, fill B-gg g, to b, load b",
    "mine 8: to g, load g, load g, to top, fill C-gg g, fill C-gg g, store k",
    "mine 10: to k, load k, load k, to top, fill E-k, fill C-k, to y",
]


@pytest.mark.parametrize("written", MOVES)
@pytest.mark.parametrize("hyphens", [True, False])
def test_alone_or_above_a_name_it_is_whole(written: str, hyphens: bool) -> None:
    for width in range(10, 90):
        text = "\n".join(textwrap.wrap(written, width, break_on_hyphens=hyphens))
        assert read_words(text).commands == (written,), width
        assert read_words(f"{text}\n\nBen").commands == (written,), width


@pytest.mark.parametrize("written", MOVES)
@pytest.mark.parametrize("below", ["Ben", "Ben, with regards", "k, sorry", "k, laod g", "laod g, to top"])
def test_no_part_of_it_is_played(written: str, below: str) -> None:
    for width in range(10, 90):
        text = "\n".join(textwrap.wrap(written, width))
        found = read_words(f"{text}\n{below}").commands
        assert all(command.startswith(written) for command in found), width

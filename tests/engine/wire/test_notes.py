"""Notes on the wire."""

from __future__ import annotations

import pytest

from engine.errors import Refused
from engine.wire.notes import LONGEST, GameNotes, read_notes, write_notes


def test_there_and_back() -> None:
    notes = GameNotes("k3t9qa", "[3] the yellow lorries\nand money")
    assert read_notes(write_notes(notes)) == notes


@pytest.mark.parametrize(
    ("value", "code"),
    [
        (["k3t9qa", "x"], "facts/notes"),
        ({"game": "k3t9qa", "text": 3}, "statement/text"),
        ({"game": "k3t9qa", "text": "x" * (LONGEST + 1)}, "statement/text"),
        ({"game": "../x", "text": "x"}, "letter/bad-value"),
        ({"text": "x"}, "letter/wrong-type"),
    ],
    ids=repr,
)
def test_what_is_no_such_thing(value: object, code: str) -> None:
    with pytest.raises(Refused) as refused:
        read_notes(value)
    assert refused.value.code == code


def test_nothing_in_it_acts_on_a_terminal() -> None:
    text = read_notes({"game": "k3t9qa", "text": "a\x1b[2Jb\u202e"}).text
    assert not {"\x1b", "\u202e"} & set(text)

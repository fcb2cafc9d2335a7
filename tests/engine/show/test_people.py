"""Names as boards show them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.show import people
from engine.show.people import LONGEST


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("Anna", "Anna"),
        ("  Anna   Maria ", "Anna Maria"),
        ("Jürgen", "Jurgen"),
        ("Weiß", "Weiss"),
        ("Łukasz", "Lukasz"),
        ("Ольга", "Olga"),
        ("Щукин", "Shchukin"),
        ("李", "Player 1"),
        ("", "Player 1"),
        ("...", "Player 1"),
        ("Max\nMoritz", "Max Moritz"),
        ("\x1b[2J", "[2J"),
        ("Bartholomew the Elder", "Bartholomew the Elder"),
        ("n" * 31, "n" * 30),
    ],
)
def test_a_name_is_plain(given: str, shown: str) -> None:
    assert people([given])[0].name == shown


@pytest.mark.parametrize(
    ("names", "marks"),
    [
        (["Anna", "Ben"], "AB"),
        (["Ben", "Anna"], "BA"),
        (["Anna", "Anton", "Anne"], "ANE"),
        (["A", "A", "A", "A"], "ABCD"),
        (["1", "2"], "AB"),
    ],
)
def test_each_has_a_letter_of_their_own(names: list[str], marks: str) -> None:
    assert "".join(person.mark for person in people(names)) == marks


def test_a_one_letter_name_is_not_explained() -> None:
    assert [person.full for person in people(["A", "Ben"])] == ["A", "Ben (B)"]


@given(st.lists(st.text(), min_size=2, max_size=4))
def test_no_name_can_break_a_board(names: list[str]) -> None:
    seated = people(names)
    assert len({person.mark for person in seated}) == len(names)
    for person in seated:
        assert 0 < len(person.name) <= LONGEST
        assert person.name.isascii()
        assert person.name.isprintable()
        assert person.name == " ".join(person.name.split())

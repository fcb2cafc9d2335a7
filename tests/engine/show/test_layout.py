"""Lines and columns, in cells of a terminal."""

from __future__ import annotations

import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.show.layout import beside_or_below, cells, cut, ends, flow, left, right, wrap

PLAIN = st.lists(st.text("abc", min_size=1, max_size=6)).map(" ".join)
ANY = st.text("aб漢e\u0301 \u200b", max_size=60)


@pytest.mark.parametrize(
    ("text", "wide"),
    [
        ("", 0),
        ("abc", 3),
        ("Грубен", 6),
        ("漢字", 4),
        ("e\u0301", 1),
        ("a\u200bb", 2),
        ("─│┫·", 4),
        ("ｗ", 2),
    ],
)
def test_how_wide_a_text_is(text: str, wide: int) -> None:
    assert cells(text) == wide


@given(PLAIN, st.text(" ab", max_size=5), st.integers(12, 30))
def test_plain_texts_are_wrapped_as_the_standard_library_does(text: str, first: str, width: int) -> None:
    expected = textwrap.wrap(
        text, width, initial_indent=first, subsequent_indent=" " * len(first), break_on_hyphens=False
    )
    assert wrap(text, first, width=width) == (expected or [first.rstrip()])


@given(ANY, st.integers(4, 30))
def test_no_line_is_wider_than_allowed_and_nothing_is_lost(text: str, width: int) -> None:
    lines = wrap(text, "> ", width=width)
    assert all(cells(line) <= width for line in lines)
    assert "".join(line[2:] for line in lines).replace(" ", "") == text.replace(" ", "")


def test_a_space_that_does_not_break_is_kept() -> None:
    assert wrap("12\u00a0Mark für alle", width=9) == ["12\u00a0Mark", "für alle"]


def test_items_are_broken_only_between_them() -> None:
    assert flow(["to y", "to b", "to g"], width=10) == ["to y to b", "to g"]


def test_an_item_that_fits_on_no_line_is_broken_at_its_spaces() -> None:
    assert flow(["a", "sends one worker", "b"], "  ", width=10) == ["  a sends", "  one", "  worker b"]


@given(ANY, st.integers(0, 20))
def test_what_is_cut_fits(text: str, width: int) -> None:
    assert cells(cut(text, width)) <= width
    assert text.startswith(cut(text, width))
    assert cut(text, 200) == text


@pytest.mark.parametrize("width", [9, 10, 12, 13])
def test_a_remark_is_left_out_whole(width: int) -> None:
    assert cut("Greedy 1 (bot)", width) == "Greedy 1"
    assert cut("(((((((((((((((", width) == "(" * width


def test_wide_letters_are_set_in_columns() -> None:
    assert left("漢字", 6) + "|" == "漢字  |"
    assert right("漢字", 6) == "  漢字"


def test_two_texts_at_both_ends() -> None:
    assert ends("a", "b") == ["a" + " " * 76 + "b"]
    assert ends("a" * 40, "b" * 40) == ["a" * 40, "b" * 40]


def test_blocks_stand_beside_each_other_if_they_fit() -> None:
    assert beside_or_below(["a", "b"], ["c"], 10) == ["a         c", "b"]
    assert beside_or_below(["a"], ["c" * 70], 10) == ["a" + " " * 7 + "c" * 70]
    assert beside_or_below(["a" * 20], ["c" * 70], 10) == ["a" * 20, "", "c" * 70]

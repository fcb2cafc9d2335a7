"""Words that several of the library's forms share, and how strangers' words are put into them."""

from __future__ import annotations

import re
from typing import Final

from engine.phrase import phrase, word
from engine.rules import Standing
from engine.show import words
from engine.tongue import Tongue

SHIFTS: Final = (word("The draft"), *(phrase("Shift {shift}", shift=number) for number in words.SHIFTS[1:]))


SOURCES: Final = {
    "deliveries": words.DELIVERIES,
    "shift_1": phrase("scoring of shift {shift}", shift="I"),
    "shift_2": phrase("scoring of shift {shift}", shift="II"),
    "shift_3": phrase("scoring of shift {shift}", shift="III"),
    "marks": words.FROM_MARKS,
    "cubes": words.FROM_CUBES,
    "outstanding": words.FROM_OUTSTANDING,
    "imbalance": words.FROM_IMBALANCE,
}
"""The sources of points, in the order in which they are counted."""


def source_words(speaks: Tongue) -> dict[str, str]:
    """The sources of points, in a language."""
    return {name: speaks.phrase(said) for name, said in SOURCES.items()}


def sources(standing: Standing) -> dict[str, int]:
    """A seat's points by their source. They add up to its VP."""
    points = standing.breakdown
    first, second, third = [*(shift.total for shift in points.shifts), 0, 0, 0][:3]
    found = (points.deliveries, first, second, third)
    last = (points.marks, points.cubes, points.outstanding, points.imbalance)
    return dict(zip(SOURCES, (*found, *last), strict=True))


_MARKDOWN: Final = re.compile(r"([\\`*_{}\[\]()<>#+!|~&-])")


def markdown(text: str) -> str:
    """A stranger's words in Markdown, where they mean nothing but themselves."""
    return _MARKDOWN.sub(r"\\\1", text)

"""Alphabets: the one that a letter belongs to, and what may stand in a name besides letters.

The ranges are spelled out here instead of asking `unicodedata`, so that every Python sees alike. They are
those of the alphabets that people write their names in today; rare, historical and mathematical letters,
many of which are drawn like Latin ones, are in none of them.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Final

LATIN: Final = "Latin"
COMMON: Final = ""
"""Digits, signs, accents and pictures, which go with every alphabet."""

_RANGES: Final = {
    COMMON: "0020 0021 0026-0027 002B-002E 0030-0039 003F 005F 00B7 0300-034E 0350-0362 2019 2600-27BF "
    "1F300-1F64F 1F680-1F6FF 1F900-1FAFF",
    LATIN: "0041-005A 0061-007A 00C0-00D6 00D8-00F6 00F8-01BF 01C4-024F 1E00-1EFF",
    "Greek": "0370-0373 0376-0377 037F 0386 0388-038A 038C 038E-03A1 03A3-03E1 1F00-1FBC 1FC2-1FCC 1FD0-1FDB "
    "1FE0-1FEC 1FF2-1FFC",
    "Cyrillic": "0400-0481 048A-052F",
    "Armenian": "0531-0556 0561-0587",
    "Hebrew": "05B0-05BD 05BF 05C1-05C2 05D0-05EA",
    "Arabic": "0620-063F 0641-0652 0660-0669 066E-06D3 06D5 06EE-06FC",
    "Devanagari": "0900-0963 0966-097F",
    "Bengali": "0980-09F1",
    "Gurmukhi": "0A01-0A75",
    "Gujarati": "0A81-0AF1",
    "Tamil": "0B82-0BF2",
    "Telugu": "0C00-0C6F",
    "Kannada": "0C80-0CF2",
    "Malayalam": "0D00-0D7F",
    "Sinhala": "0D81-0DF3",
    "Thai": "0E01-0E3A 0E40-0E4E 0E50-0E59",
    "Lao": "0E81-0EDD",
    "Burmese": "1000-1049",
    "Georgian": "10D0-10FA 1C90-1CBA",
    "Ethiopic": "1200-135A",
    "Khmer": "1780-17B3 17B6-17D3 17E0-17E9",
    "Korean": "AC00-D7A3",
    "Japanese": "3041-3096 3099-309A 309D-309F 30A1-30FF",
    "Bopomofo": "3105-312F",
    "Chinese": "3005 3007 3400-4DBF 4E00-9FFF 20000-2A6DF",
}
_TOGETHER: Final = tuple(
    frozenset(alphabets.split())
    for alphabets in ("Chinese Japanese Latin", "Chinese Korean Latin", "Chinese Bopomofo Latin")
)
"""Alphabets that are written in one word, and that nobody takes for each other."""

_SPANS: Final = sorted(
    (int(first, 16), int(last or first, 16), alphabet)
    for alphabet, ranges in _RANGES.items()
    for first, _, last in (span.partition("-") for span in ranges.split())
)
_STARTS: Final = [first for first, _, _ in _SPANS]

MARK: Final = re.compile(
    "[\u0300-\u036f\u05b0-\u05bd\u05bf\u05c1\u05c2\u064b-\u0652\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]"
)
"""Marks drawn above or below the letter before them, which could be heaped up."""


def alphabet_of(letter: str) -> str | None:
    """The alphabet of a letter, nothing for what goes with all of them, None for what is in no name."""
    at = bisect_right(_STARTS, ord(letter)) - 1
    if at < 0 or ord(letter) > _SPANS[at][1]:
        return None
    return _SPANS[at][2]


def mixes_alphabets(word: str) -> bool:
    """Whether a word has letters of several alphabets that nobody writes in one word."""
    found = {alphabet for letter in word if (alphabet := alphabet_of(letter))}
    return len(found) > 1 and not any(found <= together for together in _TOGETHER)

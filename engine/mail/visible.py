"""Characters that nobody sees, in texts that somebody else wrote.

The ranges are spelled out here instead of asking `unicodedata`, so that every Python sees alike.
"""

from __future__ import annotations

import re

INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u034f\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"))
"""For `str.translate`: what mail programs and phones sprinkle into texts, and what hides words."""

# Controls, line ends of any kind, direction changes, and halves of characters.
_UNPRINTABLE = re.compile(
    "[\x00-\x20\x7f-\xa0\u00ad\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff0-\uffff]+"
)


def one_line(text: str) -> str:
    """The text in one line, with single spaces and nothing in it that acts on what is around it."""
    return _UNPRINTABLE.sub(" ", text).strip()

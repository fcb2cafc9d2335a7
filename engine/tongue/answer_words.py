"""Yes, no and stop: each catalogue has a line of words for each, under the context `yes or no`.

Words stand between commas. All languages are understood at once, whoever answers.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from engine.phrase import Phrase, word_within

from .language import LANGUAGES, tongue

YES_WORDS: Final = word_within("yes or no", "yes, y, yep, yeah, yes please, ok, okay, confirm, confirmed")
NO_WORDS: Final = word_within(
    "yes or no",
    "no, n, nope, no thanks, no thank you, not me, that was not me, that wasn't me",
)
DENYING_WORDS: Final = word_within(
    "yes or no",
    "no, nope, not, don't, didn't, isn't, wasn't, won't, can't, cannot, never, nobody, cancel, stop, wrong, "
    "but, wait, refuse, mistake, alone",
)
STOP_WORDS: Final = word_within("yes or no", "stop, stop it, please stop")


@cache
def all_words(words: Phrase) -> frozenset[str]:
    """These words in all languages, in small letters."""
    said = (tongue(language).phrase(words) for language in LANGUAGES)
    return frozenset(one.strip().casefold() for line in said for one in line.split(","))

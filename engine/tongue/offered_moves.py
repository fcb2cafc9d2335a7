"""Moves as they are offered: in the reader's own words, understood like those of the move language.

What is sealed, logged and sent by a link stays in the move language.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from engine.phrase import word_within

from .language import ENGLISH, Tongue
from .move_words import canonical

_OFFERED: Final = (
    word_within("offered move", "draft"),
    word_within("offered move", "factory"),
    word_within("offered move", "mine"),
    word_within("offered move", "deliver"),
    word_within("offered move", "money"),
    word_within("offered move", "order"),
    word_within("offered move", "bank"),
    word_within("offered move", "draw"),
    word_within("offered move", "keep"),
    word_within("offered move", "none"),
    word_within("offered move", "nothing"),
    word_within("offered move", "top"),
    word_within("offered move", "to top"),
    word_within("offered move", "bottom"),
    word_within("offered move", "to"),
    word_within("offered move", "load"),
    word_within("offered move", "store"),
    word_within("offered move", "fill"),
    word_within("offered move", "with"),
    word_within("offered move", "from store"),
    word_within("offered move", "from cage+store"),
    word_within("offered move", "coal"),
    word_within("offered move", "empty"),
    word_within("offered move", "barrow"),
    word_within("offered move", "carriage"),
    word_within("offered move", "motorcar"),
    word_within("offered move", "engine"),
)
_PART: Final = re.compile(r"(?<![\w-])(?:to top|from store|from cage\+store|[a-z]{2,})(?![\w-])")
"""A word of the move language, or several that other languages say at once. Letters alone are names."""


def offered(move: str, tongue: Tongue) -> str:
    """A move of the move language in the words of another."""
    return move if tongue.code == ENGLISH else _offered(move, tongue)


@lru_cache(maxsize=4096)
def _offered(move: str, tongue: Tongue) -> str:
    words = _words(tongue)
    return _PART.sub(lambda found: words.get(found[0], found[0]), move)


@lru_cache(maxsize=16)
def _words(tongue: Tongue) -> dict[str, str]:
    """A language's word for each. In ASCII some can't be understood: those stay as they are."""
    said = {str(word): tongue.say(word) for word in _OFFERED}
    return {word: text for word, text in said.items() if canonical(text) != text or text.casefold() == word}

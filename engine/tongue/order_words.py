"""Standing orders in any language's words, put into English before they are read, and back for the reader.

Moves stand in them, so their words are understood too (`move_words`); a word that both have means the same.
Heads are written with their colon, since `dann` alone is an `and` between work steps.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from engine.phrase import word_within

from .language import Tongue
from .move_words import MOVE_WORDS, MOVES
from .vocabulary import Vocabulary, said_for

CONTEXT: Final = "order word"

ORDER_WORDS: Final = (
    word_within("order word", "next:"),
    word_within("order word", "then:"),
    word_within("order word", "else"),
    word_within("order word", "stop"),
    word_within("order word", "if"),
    word_within("order word", "at"),
    word_within("order word", "not"),
    word_within("order word", "or"),
    word_within("order word", "any"),
    word_within("order word", "plan"),
    word_within("order word", "nothing"),
    word_within("order word", "rest"),
    word_within("order word", "costs"),
    word_within("order word", "at least"),
    word_within("order word", "at most"),
    word_within("order word", "on offer"),
    word_within("order word", "have"),
    word_within("order word", "complete"),
    word_within("order word", "someone"),
    word_within("order word", "seat"),
    word_within("order word", "takes"),
    word_within("order word", "played"),
    word_within("order word", "new"),
    word_within("order word", "ousted"),
    word_within("order word", "gone"),
    word_within("order word", "shift end"),
    word_within("order word", "shift"),
    word_within("order word", "workers"),
    word_within("order word", "cubes"),
    word_within("order word", "orders"),
    word_within("order word", "lorries"),
    word_within("order word", "vp"),
)
"""The words of standing orders that have a translation, besides those of moves."""

ORDERS: Final = Vocabulary(ORDER_WORDS, frozenset({"vp"}))

_ENGLISH: Final = re.compile(
    r"(?<![\w-])(\d*)([a-z]+(?:(?<=next|then):| (?:top|end|offer|least|most)\b)?)(?![\w-])"
)


def canonical(text: str) -> str:
    """The orders with every word of another language replaced; anything else stays as it is."""
    return MOVES.canonical(ORDERS.canonical(text))


def in_words_of(tongue: Tongue, orders: str) -> str:
    """Canonical orders in the words of a language. `canonical` makes the same orders of them again."""
    words = _usual(tongue)
    return _ENGLISH.sub(lambda found: found[1] + _said(found[2], words), orders)


def _said(english: str, words: dict[str, str]) -> str:
    if english in words or " " not in english:
        return words.get(english, english)
    return " ".join(words.get(word, word) for word in english.split())


@cache
def _usual(tongue: Tongue) -> dict[str, str]:
    """The first word that the language has for each English one."""
    return {
        str(meaning): said[0]
        for meaning in (*MOVE_WORDS, *ORDER_WORDS)
        if meaning != "x" and (said := said_for(tongue, meaning))
    }

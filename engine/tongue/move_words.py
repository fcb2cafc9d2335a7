"""Moves in any language's words, put into the words of the move language before they are read.

Each catalogue has words for those of the move language, under the context `move word`: one or more,
with spaces between them; a word of several parts is joined with `_`. All languages are understood at
once, whoever writes. Single letters for colours, vehicles and sides are those of the notation in every
language, so that `g` and `k` never mean anything else; colours by name may be in any language.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Final, NamedTuple

from engine.harmless import normal_form
from engine.phrase import word_within

from .speaking import LANGUAGES, tongue

CONTEXT: Final = "move word"

MOVE_WORDS: Final = (
    word_within("move word", "draft"),
    word_within("move word", "factory"),
    word_within("move word", "mine"),
    word_within("move word", "deliver"),
    word_within("move word", "money"),
    word_within("move word", "order"),
    word_within("move word", "bank"),
    word_within("move word", "draw"),
    word_within("move word", "keep"),
    word_within("move word", "take"),
    word_within("move word", "none"),
    word_within("move word", "top"),
    word_within("move word", "to top"),
    word_within("move word", "bottom"),
    word_within("move word", "to"),
    word_within("move word", "level"),
    word_within("move word", "load"),
    word_within("move word", "store"),
    word_within("move word", "fill"),
    word_within("move word", "from"),
    word_within("move word", "with"),
    word_within("move word", "by"),
    word_within("move word", "and"),
    word_within("move word", "the"),
    word_within("move word", "cage"),
    word_within("move word", "coal"),
    word_within("move word", "empty"),
    word_within("move word", "x"),
    word_within("move word", "yellow"),
    word_within("move word", "brown"),
    word_within("move word", "gray"),
    word_within("move word", "black"),
    word_within("move word", "barrow"),
    word_within("move word", "carriage"),
    word_within("move word", "motorcar"),
    word_within("move word", "engine"),
)
"""The words of the move language that have a translation."""

NO_WORD: Final = "-"
"""What a catalogue says where its language has no such word."""
_TIMES: Final = "x"
_WORD: Final = re.compile(r"(?<![\w-])(\d*)([^\W\d_]+)(\d*)(?![\w-])")
"""A word that is part of nothing longer, or one at a number, such as the `x` of `x2`."""
_NEVER: Final = "(?!)"
_LONGEST: Final = 4000
_UMLAUTS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


class Dictionary(NamedTuple):
    words: dict[str, str]
    phrases: re.Pattern[str]
    """Those of several words."""


def canonical(text: str) -> str:
    """The move with every word of another language replaced; anything else stays as it is."""
    plain = text if text.isascii() or len(text) > _LONGEST else _without_oddities(text)
    if len(plain) > _LONGEST:  # no move, and what nobody will read need not be translated
        return plain
    known = dictionary()
    plain = known.phrases.sub(lambda found: known.words[_key(found[0])], plain)
    return _WORD.sub(lambda found: _meaning(found, known.words), plain)


def _meaning(found: re.Match[str], words: dict[str, str]) -> str:
    before, word, after = found.groups()
    meaning = words.get(_key(word), word)
    return found[0] if (before or after) and meaning != _TIMES else f"{before}{meaning}{after}"


@cache
def dictionary() -> Dictionary:
    """What each word of the catalogues means in the move language."""
    words = {spelling: meaning for _, word, meaning in translations() for spelling in _spellings(_key(word))}
    several = sorted((word for word in words if " " in word), key=len, reverse=True)
    either = "|".join(re.escape(word).replace("е", "[её]").replace(r"\ ", r"\s+") for word in several)
    return Dictionary(words, re.compile(rf"(?<![\w-])(?:{either or _NEVER})(?![\w-])", re.IGNORECASE))


def translations() -> list[tuple[str, str, str]]:
    """Every language's words: the language, the word, and what it means."""
    return [
        (code, word.replace("_", " "), str(meaning))
        for code in LANGUAGES
        for meaning in MOVE_WORDS
        if (said := tongue(code).say(meaning)) != meaning
        for word in said.split()
        if word != NO_WORD
    ]


def _key(word: str) -> str:
    return " ".join(word.casefold().replace("ё", "е").split())


def _spellings(word: str) -> set[str]:
    """Umlauts may be spelt with two letters."""
    return {word, word.translate(_UMLAUTS)}


def _without_oddities(text: str) -> str:
    """Letters with their accents, and nothing unseen between them."""
    seen = "".join(c for c in text if unicodedata.category(c) != "Cf")
    return normal_form(seen)

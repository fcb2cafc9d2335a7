"""Words that players may write in any language, put into the English ones before they are read.

Each catalogue has words for those of a vocabulary, under a context of its own: one or more, with spaces
between them; a word of several parts is joined with `_`. All languages are understood at once, whoever
writes.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cached_property
from typing import Final, NamedTuple

from engine.harmless import normal_form
from engine.phrase import Phrase

from .language import LANGUAGES, Tongue, tongue

NO_WORD: Final = "-"
"""The entry of a catalogue where its language has no such word."""
LONGEST: Final = 4000
_TIMES: Final = "x"
_WORD: Final = re.compile(r"(?<![\w-])(\d*)([^\W\d_]+)(\d*)(?![\w-])")
"""A word that is part of nothing longer, or one at a number, such as the `x` of `x2`."""
_NEVER: Final = "(?!)"
_UMLAUTS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


class Dictionary(NamedTuple):
    words: dict[str, str]
    phrases: re.Pattern[str]
    """Those of several words, or with a sign in them."""


class Vocabulary:
    """English words, and those that stand for them in the catalogues."""

    def __init__(self, words: Sequence[Phrase], at_numbers: frozenset[str] = frozenset({_TIMES})) -> None:
        self.words = words
        self._at_numbers = at_numbers
        """The words that may be written at a number without a space."""

    def canonical(self, text: str) -> str:
        """The text with every word of another language replaced; anything else stays as it is."""
        plain = text if text.isascii() or len(text) > LONGEST else _without_oddities(text)
        if len(plain) > LONGEST:  # what nobody will read need not be translated
            return plain
        known = self.dictionary
        plain = known.phrases.sub(lambda found: known.words[_key(found[0])], plain)
        return _WORD.sub(self._meaning, plain)

    def _meaning(self, found: re.Match[str]) -> str:
        before, word, after = found.groups()
        meaning = self.dictionary.words.get(_key(word), word)
        kept = (before or after) and meaning not in self._at_numbers
        return found[0] if kept else f"{before}{meaning}{after}"

    @cached_property
    def dictionary(self) -> Dictionary:
        """The meaning of each word of the catalogues."""
        words = {
            spelling: meaning
            for _, word, meaning in self.translations()
            for spelling in _spellings(_key(word))
        }
        several = sorted((word for word in words if not word.isalpha()), key=len, reverse=True)
        either = "|".join(_pattern(word) for word in several)
        return Dictionary(words, re.compile(rf"(?<![\w-])(?:{either or _NEVER})(?![\w-])", re.IGNORECASE))

    def translations(self) -> list[tuple[str, str, str]]:
        """Every language's words: the language, the word, and what it means."""
        return [
            (code, word, str(meaning))
            for code in LANGUAGES
            for meaning in self.words
            for word in said_for(tongue(code), meaning)
        ]


def said_for(speaker: Tongue, meaning: Phrase) -> list[str]:
    """The words that a language has for an English one, the usual one first; none in English."""
    said = speaker.say(meaning)
    if said == meaning:
        return []
    return [word.replace("_", " ") for word in said.split() if word != NO_WORD]


def _pattern(word: str) -> str:
    spaced = re.escape(word).replace("е", "[её]").replace(r"\ ", r"\s+")
    return spaced.replace(":", r"\s*:")


def _key(word: str) -> str:
    return " ".join(word.casefold().replace("ё", "е").replace(":", " : ").split()).replace(" :", ":")


def _spellings(word: str) -> set[str]:
    """Umlauts may be spelt with two letters."""
    return {word, word.translate(_UMLAUTS)}


def _without_oddities(text: str) -> str:
    """Letters with their accents, and nothing unseen between them."""
    seen = "".join(c for c in text if unicodedata.category(c) != "Cf")
    return normal_form(seen)

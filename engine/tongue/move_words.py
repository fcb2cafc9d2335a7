"""Moves in any language's words, put into the words of the move language before they are read.

Single letters for colours, vehicles and sides are those of the notation in every language, so that `g`
and `k` never mean anything else; colours by name may be in any language.
"""

from __future__ import annotations

from typing import Final

from engine.phrase import word_within

from .vocabulary import Dictionary, Vocabulary

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

MOVES: Final = Vocabulary(MOVE_WORDS)


def canonical(text: str) -> str:
    """The move with every word of another language replaced; anything else stays as it is."""
    return MOVES.canonical(text)


def dictionary() -> Dictionary:
    """The meaning of each word of the catalogues in the move language."""
    return MOVES.dictionary


def translations() -> list[tuple[str, str, str]]:
    """Every language's words: the language, the word, and what it means."""
    return MOVES.translations()

"""Votes in words: what those in a game are asked about, and what has come of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.phrase import Phrase, phrase, word

_WORDS: Final = {
    "abandon": word("abandon the game, without a winner"),
    "count": word("end the game early, and count the points as they stand"),
    "replace": word("replace {who}: a bot plays on, until somebody takes the seat"),
    "publish": word("publish what is said to all at the table, when the game is over"),
    "pace": word("play with the clock {pace}"),
}


def vote_words(on: str, choice: str, names: Sequence[str]) -> Phrase:
    """The subject of a vote in words."""
    who = names[int(choice)] if choice.isdecimal() and int(choice) < len(names) else choice
    return phrase(_WORDS[on], who=who, pace=choice)

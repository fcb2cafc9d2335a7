"""Acts of the host in words, as mails and `verify` tell them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.phrase import Phrase, phrase, word

_WORDS: Final = {
    "announce": word("The host tells everyone: {reason}"),
    "extend": word("The host gives {who} more time: {reason}"),
    "unseat": word("The host takes {who} off the seat: {reason}"),
    "seat": word("The host asks {who} to take the open seat: {reason}"),
    "pause": word("The host pauses the game: {reason}"),
    "resume": word("The host lets the game go on."),
}


def host_act_words(act: str, seat: int | None, handle: str, reason: str, names: Sequence[str]) -> Phrase:
    """The sentence of an act."""
    who = handle or (names[seat] if seat is not None and 0 <= seat < len(names) else "")
    return phrase(_WORDS[act], who=who, reason=reason or "–")

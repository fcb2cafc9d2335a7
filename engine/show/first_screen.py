"""The text of a turn mail: what must be known first stands on the first screen.

That is whose turn it is and until when, what happened, what the reader has, and what can be done. What
happened gets the room that the others leave; the events that don't fit there are told below the board.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from engine.tongue import Tongue

from .layout import wrap

SCREEN: Final = 24
"""So many lines are seen at once, in a small window or a terminal."""
_ACTIONS: Final = 4
"""So many lines of the actions stand there at least: title, area, and the first of them."""


class MailParts(NamedTuple):
    """The lines of a mail by what they are about; all of them in the reader's language and style."""

    top: Sequence[str]
    """The lines on whose turn it is, until when, and the reader's last move; at the end the result."""
    story: Sequence[str]
    """Sentences, oldest first."""
    means: Sequence[str]
    actions: Sequence[str]
    below: Sequence[str] = ()
    """Blocks: how to answer, the board, and whatever else."""


def arrange(parts: MailParts, tongue: Tongue, used: int = 0) -> str:
    """The parts in their order; `used` lines stand above them already."""
    fixed = [parts.means, parts.actions[:_ACTIONS]]
    room = SCREEN - used - len(parts.top) - sum(len(part) + 1 for part in fixed if part) - 2
    newest, earlier = fit(parts.story, room, tongue)
    before = [line for sentence in earlier for line in wrapped(sentence)]
    blocks = [
        parts.top,
        [tongue.say("What happened:"), *newest] if newest else [],
        parts.means,
        parts.actions,
        *([block] for block in parts.below),
        [tongue.say("What happened before that:"), *before] if before else [],
    ]
    return "\n\n".join("\n".join(block) for block in blocks if block)


def fit(story: Sequence[str], room: int, tongue: Tongue) -> tuple[list[str], Sequence[str]]:
    """The lines of the newest sentences that have room, one at least, and the sentences before them."""
    lines = [wrapped(sentence) for sentence in story]
    if sum(map(len, lines)) <= room:
        return [line for sentence in lines for line in sentence], ()
    first, left = len(lines), room - 1
    while first and (first == len(lines) or len(lines[first - 1]) <= left):
        first -= 1
        left -= len(lines[first])
    told = tongue.count(
        "{n} earlier event is told below the board.", "{n} earlier events are told below the board.", first
    )
    pointer = wrap(told, "  ") if first else []
    return [*pointer, *(line for sentence in lines[first:] for line in sentence)], story[:first]


@lru_cache(maxsize=512)
def wrapped(sentence: str) -> tuple[str, ...]:
    """The lines of a sentence; all in a game read the same ones, some for several plies."""
    return tuple(wrap(sentence, "  "))

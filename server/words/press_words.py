"""Press in a mail: from a line such as `press:` on, all that its sender wrote is meant for the table.

    press: Good luck, all of you!
    press k3t9qa @ben: Shall we play another one?

A line such as `note:` does the same for what its sender keeps for themselves.

The word is there in every language, under the context `command word` of the catalogues. Nothing below such
a line is a command. What somebody wrote besides commands, without that word, is talk: it is never sent by
itself.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from engine.phrase import word_within
from engine.tongue.answer_words import all_words
from engine.wire.press import tidy
from server.mail.replies.quoting import OwnLine
from server.visit.sender import Said
from server.words.command import GAME

PRESS_WORDS: Final = word_within("command word", "press, table talk")
NOTE_WORDS: Final = word_within("command word", "note, notes")
_TALK: Final = 3
"""A line of so many words may be meant for somebody."""


def part_press(lines: list[OwnLine]) -> tuple[list[OwnLine], Said | None]:
    """The lines before the press, and the press."""
    for place, line in enumerate(lines):
        found = _head().fullmatch(line.words) if line.sure else None
        if found is not None:
            rest = [OwnLine(found["text"], line.number), *lines[place + 1 :]]
            game, to = (found["game"] or "").lower(), found["to"] or ""
            return lines[:place], Said(game, to, _text(rest), note=found["note"] is not None)
    return lines, None


def begins_press(line: str) -> bool:
    """Whether all below this line would be meant for the table."""
    return _head().fullmatch(line) is not None


def talk_in(lines: list[str]) -> str:
    """The words that somebody may want to tell the others, of lines that are no commands; not a mere
    greeting."""
    return "\n".join(lines) if any(len(line.split()) >= _TALK for line in lines) else ""


@cache
def _head() -> re.Pattern[str]:
    press, note = (
        "|".join(re.escape(word) for word in sorted(all_words(words), reverse=True))
        for words in (PRESS_WORDS, NOTE_WORDS)
    )
    return re.compile(
        rf"(?P<tick>`)?[*_]*(?:(?:{press})|(?P<note>{note}))(?: (?P<game>{GAME}))?"
        r"(?(note)|(?: (?:to )?@?(?P<to>[A-Za-z][\w-]{1,23}))?)[`*_]*"
        r" ?[:：](?(tick)`?|(?!`))(?P<text>.*)",  # a backtick behind it alone is of a sentence of ours
        re.IGNORECASE,
    )


def _text(lines: list[OwnLine]) -> str:
    """The words of these lines, with a blank line where there was one."""
    written: list[str] = []
    last = lines[0].number
    for line in lines:
        if line.sure:
            written += ["", line.words] if line.number > last + 1 else [line.words]
            last = line.number
    return tidy("\n".join(written))

"""What a mail says to us: its codes, what its sender wrote, and which words of that are commands.

People greet, thank and sign, and their mail programs break long lines. So commands are looked for: the
first paragraph that has any, and those after it that begin with one. Between commands other words are
passed over; but what looks like a command and is none refuses them all, because it may have been meant.

All of it is read once, before anything is decided or locked, and in bounded time: so many lines and letters
of a mail are looked at, and a move that was broken into lines has at most so many of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.mail.codes import find_codes
from engine.rules.notation import LONGEST_MOVE
from server.command import begins_a_move, is_command, is_nearly
from server.mail.quoting import Line, sender_lines
from server.ownwords import before_ours

_BROKEN_FROM: Final = 50
"""Mail programs break lines of this length and more, in the middle of a move."""
_MOST_PIECES: Final = 30
"""Into so many lines a move may have been broken."""


@dataclass(frozen=True, slots=True)
class Words:
    """What a mail says: the lines that its sender wrote, the commands among them, and the codes in it."""

    own: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()


NO_WORDS: Final = Words()


def read_words(text: str) -> Words:
    """All that is read of a mail's text."""
    lines = before_ours(sender_lines(text))
    return Words(tuple(line.words for line in lines), tuple(_commands(lines)), tuple(find_codes(text)))


def _commands(lines: list[Line]) -> list[str]:
    """The commands in these lines, well written or nearly so."""
    found: list[str] = []
    for paragraph in _paragraphs(lines):
        mended = _mended(paragraph)
        if found and not is_command(mended[0]):
            break
        found += [line for line in mended if is_nearly(line)]
    return found


def _paragraphs(lines: list[Line]) -> list[list[str]]:
    """A line that does not follow directly on another begins anew."""
    paragraphs: list[list[str]] = []
    last = -2
    for line in lines:
        if line.number == last + 1:
            paragraphs[-1].append(line.words)
        else:
            paragraphs.append([line.words])
        last = line.number
    return paragraphs


def _mended(paragraph: list[str]) -> list[str]:
    """The lines of a paragraph, with broken moves put together."""
    mended: list[list[str]] = []
    for line in paragraph:
        if mended and _goes_on(mended[-1], line):
            mended[-1].append(line)
        else:
            mended.append([line])
    return [" ".join(pieces) for pieces in mended]


def _goes_on(pieces: list[str], line: str) -> bool:
    """Whether a line is the rest of the move above it, of which these are the lines so far."""
    if len(pieces) >= _MOST_PIECES or not begins_a_move(pieces[0]):
        return False
    above = " ".join(pieces)
    if len(above) + len(line) > LONGEST_MOVE:
        return False
    if above.endswith((",", ":")):
        return True
    if is_command(line):
        return False
    return len(pieces[-1]) >= _BROKEN_FROM or not is_command(above) or is_command(f"{above} {line}")

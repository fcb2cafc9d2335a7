"""Which of the words that somebody wrote in a mail are commands.

People greet, thank and sign, and their mail programs break long lines. So commands are looked for: the
first paragraph that has any, and those after it that begin with one. Between commands other words are
passed over; but what looks like a command and is none refuses them all, because it may have been meant.
"""

from __future__ import annotations

from typing import Final

from engine.mail.visible import INVISIBLE
from engine.tongue.move_words import canonical
from server.command import MOVE_WORDS, is_command, is_nearly
from server.mail.quoting import own_lines
from server.ownwords import before_ours

_BROKEN_FROM: Final = 50
"""Mail programs break lines of this length and more, in the middle of a move."""
_LOOK_AHEAD: Final = 1000
_AS_SEEN: Final = INVISIBLE | {0xA0: " ", 0x202F: " "}


def command_lines(text: str) -> list[str]:
    """The commands in a mail's text, well written or nearly so, one a line."""
    found: list[str] = []
    for paragraph in _paragraphs(text):
        lines = _mended(paragraph)
        if found and not is_command(lines[0]):
            break
        found += [line for line in lines if is_nearly(line)]
    return found


def _paragraphs(text: str) -> list[list[str]]:
    """The lines that the sender wrote; a line that does not follow directly on another begins anew."""
    lines = [line.translate(_AS_SEEN).strip() for line in text.split("\n")]
    paragraphs: list[list[str]] = []
    after = 0
    for own in before_ours(own_lines(text)):
        if paragraphs and own in lines[after : after + 1]:
            paragraphs[-1].append(own)
        else:
            paragraphs.append([own])
        after = _place(own, lines, after) + 1
    return paragraphs


def _place(own: str, lines: list[str], after: int) -> int:
    """Where a line stands among all, looking from a place on; that place itself if it is not found."""
    try:
        return lines.index(own, after, after + _LOOK_AHEAD)
    except ValueError:
        return after


def _mended(paragraph: list[str]) -> list[str]:
    """The lines of a paragraph, with broken moves put together."""
    lines: list[str] = []
    for line in paragraph:
        if lines and _goes_on(lines[-1], line):
            lines[-1] = f"{lines[-1]} {line}"
        else:
            lines.append(line)
    return lines


def _goes_on(above: str, line: str) -> bool:
    """Whether a line is the rest of the move above it."""
    if not is_nearly(above) or not any(
        word.rstrip(":,") in MOVE_WORDS for word in canonical(above).casefold().split()[:3]
    ):
        return False
    if above.endswith((",", ":")):
        return True
    if is_command(line):
        return False
    return len(above) >= _BROKEN_FROM or not is_command(above) or is_command(f"{above} {line}")

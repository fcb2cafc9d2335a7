"""Words that hang over from a quoted line, because some program wrapped the quotation once more.

    > To move, reply with the number of an action (such as
    3 or 7b) or with a move

Such a line has no mark, and looks as if its sender had typed it. It can be told by what is above it: a marked
line that would have been too wide together with it. How wide is too wide is seen from the other marked lines;
some programs break a line that is too wide well before that, so it is the whole line below that counts. What
hangs over goes on in the next line only if it was too long itself.

Some programs wrap very early, so that what hangs over is more than what is marked, or put a blank line behind
every line. Then so much stands right below marked lines as no person would write there, and all of it is in
doubt.

Whoever answers right below such a line is asked back, for nobody can know; unless they choose in words that
are in no mail of ours, such as `3 please`. But what others wrote may be in it too: their words to the table,
which are never wider than some columns, and what our answers repeat, between backticks.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from engine.wire.press import WIDTH as PRESS_WIDTH

MARKS = (">", "|")
_MARKED = re.compile(r"(?:[>|] ?){1,50}")

_LEAST = 36
"""Nothing is wrapped that early."""
_NARROW = 56
"""A quotation with hardly a marked line that is wider than this may have been wrapped early …"""
_MANY = 3
"""… which it was if there is something right below so many marked lines."""
_SPACED = 6
"""So many marked lines, and hardly one right below another, are a quotation with a blank line behind each."""
_WIDEST = 78
"""Boards, tables and lists are not wider; where there is room for such a one with all its marks, they are
whole."""
_WIDE = re.compile(r" *([a-z]+) {2,}\1\b")
"""But for the list of commands, each with its name and how it is used."""
_GAP = 30
"""So far apart the columns of our tables are, and a break between them is seen that much earlier …"""
_RULES = ("──", "══")
"""End a line across, and nothing stands behind it …"""
_SHAFT = "│"
"""… unless it is the top of a pit, beside which there is more."""
_BLANKS = re.compile(" {2,}")
_LISTED = re.compile(r"\d+  |([a-z]+) {2,}\1\b")
"""… but not in the list of actions, or the earlier one of commands, whose columns are as near to each other
as those before the break …"""
_EXPLAINED = re.compile(r"[a-z]+ {2,}\S+(?: \S+)+")
"""… nor in the list of commands, where nothing but words stands behind a command's name."""


def hanging_lines(lines: list[str], is_personal: Callable[[str], bool]) -> set[int]:
    """The numbers of the unmarked lines that may belong to the marked line above them.

    `is_personal` tells what we never write, not even in part.
    """
    numbers = list(range(len(lines)))
    if _is_double_spaced(lines):
        numbers = [number for number in numbers if lines[number]]
    there = _without_margin([lines[number] for number in numbers])
    width = max(map(_proven_width, filter(_is_marked, there)), default=0)
    found = _too_wide_above(there, width, is_personal) if width else set()
    inside = sorted(_proven_width(line) - _marks(line) for line in there if _is_marked(line))
    if inside and inside[len(inside) * 9 // 10] < _NARROW:
        found |= _all_below(there)
    return {numbers[place] for place in found}


def _is_marked(line: str) -> bool:
    return line.startswith(MARKS)


def _without_margin(lines: list[str]) -> list[str]:
    """The lines without the blanks that some programs put between their mark and every line."""
    told = (line for line in lines if _is_marked(line) and _marks(line) < len(line))
    margin = min(map(_indent, told), default=0)
    if not margin:
        return lines
    return [
        line[: _marks(line)] + line[_marks(line) + margin :] if _is_marked(line) else line for line in lines
    ]


def _indent(line: str) -> int:
    """The number of blanks behind the marks of a line."""
    return len(line) - _marks(line) - len(line[_marks(line) :].lstrip())


def _marks(line: str) -> int:
    """The width of the marks before a line."""
    found = _MARKED.match(line)
    return found.end() if found else 0


def _is_double_spaced(lines: list[str]) -> bool:
    """Whether a program has put a blank line behind every line of a quotation."""
    marked = [number for number, line in enumerate(lines) if line.startswith(MARKS)]
    close = sum(bool(line) for line in (lines[number + 1] for number in marked if number + 1 < len(lines)))
    return len(marked) >= _SPACED and close * _SPACED <= len(marked)


def _all_below(lines: list[str]) -> set[int]:
    """All that stands right below marked lines, if there is too much of it for a person's answers."""
    found: set[int] = set()
    runs = 0
    for number in range(1, len(lines)):
        line, above = lines[number], lines[number - 1]
        if line and not line.startswith(MARKS) and (above.startswith(MARKS) or number - 1 in found):
            found.add(number)
            runs += above.startswith(MARKS)
    return found if runs >= _MANY else set()


def _too_wide_above(lines: list[str], width: int, is_personal: Callable[[str], bool]) -> set[int]:
    """Whatever would have been too wide in the marked line above it."""
    found: set[int] = set()
    broken = 0  # how wide the marked line was that the words hang over from
    for number in range(1, len(lines)):
        line, above = lines[number], lines[number - 1]
        if not line or line.startswith(MARKS):
            continue
        if (
            above.startswith(MARKS)
            and _may_hang(above, line, width)
            and not _is_answer(above, line, is_personal)
        ):
            found.add(number)
            broken = len(above)
        elif number - 1 in found and _goes_on(above, line, broken):
            found.add(number)
    return found


def _proven_width(line: str) -> int:
    """The width at which a marked line was not too wide; what can't be broken, a word or the blanks before
    the first, proves nothing."""
    marks = _marks(line)
    if marks + _indent(line) >= _LEAST:
        return marks
    before, _, last = line.rpartition(" ")
    return len(line) if len(last) < _LEAST else len(before)


def _may_hang(above: str, line: str, width: int) -> bool:
    marks = _marks(above)
    whole = len(above) + 1 + len(line)
    cut = len(above) >= width  # at the very edge, maybe within a word
    if whole - cut > _WIDEST + marks and _is_layout(above[marks:]):
        return False  # together they are no line of ours
    gap = 1 if width >= _WIDEST + marks else _gap(above, marks)
    return whole - 1 + gap > max(width, _LEAST)


def _is_answer(above: str, line: str, is_personal: Callable[[str], bool]) -> bool:
    """Whether a line right below a marked one is surely the sender's."""
    inside = above[_marks(above) :]
    if _ends_across(inside):
        return True
    repeats = inside.count("`") % 2 == 1
    return not repeats and len(inside) + 1 + len(line) > PRESS_WIDTH and is_personal(line)


def _goes_on(above: str, line: str, broken: int) -> bool:
    """Whether what hangs over was so long that it goes on in the next line."""
    first_word = line.partition(" ")[0]
    return not _ends_across(above) and len(above) + _gap(above, 0) + len(first_word) > broken


def _ends_across(line: str) -> bool:
    return line.endswith(_RULES) and _SHAFT not in line


def _is_layout(above: str) -> bool:
    """Whether a line is laid out in columns, as no prose is."""
    return "  " in above and not _WIDE.match(above)


def _gap(above: str, marks: int) -> int:
    """The number of blanks that may have stood where a line was broken."""
    inside = above[marks:].strip()
    if _EXPLAINED.fullmatch(inside):
        return 1
    blanks = max(map(len, _BLANKS.findall(inside)), default=1)
    return _GAP if blanks > 1 and not _LISTED.match(inside) else blanks

"""Words that hang over from a quoted line, because some program wrapped the quotation once more.

    > To move, reply with the number of an action (such as
    3 or 7b) or with a move

Such a line has no mark, and looks as if its sender had typed it. It can be told by what is above it: a marked
line that would have been too wide with one word more. How wide is too wide is seen from the other marked
lines. Whoever answers right below such a line is asked back, for nobody can know.
"""

from __future__ import annotations

import re

MARKS = (">", "|")
_MARKED = re.compile(r"(?:[>|] ?)+")

_LEAST = 36
"""Nothing is wrapped that early."""
_WIDEST = 78
"""Our own lines are not wider; where there is room for such a one with all its marks, they are whole."""
_GAP = 30
"""So far apart the columns of our tables are, and a break between them is seen that much earlier."""
_TABLE = "  "


def hanging_lines(lines: list[str]) -> set[int]:
    """The numbers of the unmarked lines that may belong to the marked line above them."""
    width = max(map(_proven_width, lines), default=0)
    found: set[int] = set()
    for number in range(1, len(lines)):
        line, above = lines[number], lines[number - 1]
        if not line or line.startswith(MARKS):
            continue
        if number - 1 in found or (above.startswith(MARKS) and _may_hang(above, line, width)):
            found.add(number)
    return found


def _proven_width(line: str) -> int:
    """How wide a line was not too wide; a word that can't be broken proves nothing."""
    if not line.startswith(MARKS):
        return 0
    before, _, last = line.rpartition(" ")
    return len(line) if len(last) < _LEAST else len(before)


def _may_hang(above: str, line: str, width: int) -> bool:
    found = _MARKED.match(above)
    marks = found.end() if found else 0
    gap = 1 if width >= _WIDEST + marks or _TABLE not in above[marks:] else _GAP
    return len(above) + gap + len(line.partition(" ")[0]) > max(width, _LEAST)

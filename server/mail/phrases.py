"""Tables of phrases, each line one of them, as one pattern that looks for any."""

from __future__ import annotations

import re


def one_of(table: str, before: str = "", behind: str = "") -> re.Pattern[str]:
    """The lines of a table as alternatives, in either case; each line is a regular expression."""
    lines = "|".join(line.strip() for line in table.strip().splitlines() if line.strip())
    return re.compile(f"{before}(?:{lines}){behind}", re.IGNORECASE | re.MULTILINE)

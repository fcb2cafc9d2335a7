"""Press: the words that players say to each other, as they travel and as they are shown.

They stand in mails that people quote, in all the ways in which mail programs do. So every line of them
bears a mark that quotations bear too, and is short enough that no program breaks it: nothing that somebody
says can come back as the word of whoever answers.
"""

from __future__ import annotations

import textwrap
from typing import Final

from engine.harmless import harmless

MARK: Final = "| "
WIDTH: Final = 56
"""With the marks of some quotations around it, a line still fits into the 72 columns of mail programs."""


def tidy(text: str) -> str:
    """The words without signs that act or hide, single spaces between them, and at most one blank line."""
    lines = [" ".join(line.split()) for line in harmless(text).split("\n")]
    kept: list[str] = []
    for line in lines:
        if line or (kept and kept[-1]):
            kept.append(line)
    return "\n".join(kept).strip("\n")


def marked(text: str) -> str:
    """The words as a mail shows them."""
    lines = [piece for line in text.split("\n") for piece in textwrap.wrap(line, WIDTH) or [""]]
    return "\n".join(f"{MARK}{line}".rstrip() for line in lines)

"""Limits of a standing order. A larger one is refused before it is read further."""

from __future__ import annotations

from typing import Final

LONGEST: Final = 2000
"""Characters of an order."""
MOST_LINES: Final = 8
MOST_TURNS: Final = 3
MOST_CONDITIONS: Final = 6
MOST_STOPS: Final = 8
MOST_KINDS: Final = 16
"""Kinds in a list of what to draft or keep."""
DEAREST: Final = 18
"""No player ever has more workers."""
MOST_CARDS: Final = 6
"""Orders that one plan is to complete."""
LARGEST: Final = 999
"""The largest number in a condition."""

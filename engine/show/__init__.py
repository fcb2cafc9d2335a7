"""A player's view as something to read: pure, from a view, and never wider than a mail.

`board` draws a position, `numbered_actions` lists what may be done, `composition` a mining action that is
being made, `tell` turns events into sentences, `standings_text` explains every point. The words stand in
`words`, the drawing in the other files, so that a new form needs no new words and a new language no new
drawing.
"""

from __future__ import annotations

from .actions import Entry, Menu, numbered_actions
from .board import board
from .layout import WIDTH, wrap
from .people import Person, people
from .pit import pit_picture
from .plans import Planned, best_plans, plan_lines
from .score import standings_text
from .steps import composition, numbered_steps
from .story import tell

__all__ = [
    "WIDTH",
    "Entry",
    "Menu",
    "Person",
    "Planned",
    "best_plans",
    "board",
    "composition",
    "numbered_actions",
    "numbered_steps",
    "people",
    "pit_picture",
    "plan_lines",
    "standings_text",
    "tell",
    "wrap",
]

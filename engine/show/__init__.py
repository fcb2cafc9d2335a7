"""A player's view as something to read: pure, from a view, and never wider than a mail.

`board` draws a position, `numbered_actions` lists what may be done, `composition` a mining action that is
being made, `tell` turns events into sentences, `standings_text` explains every point. Each says it in the
reader's language and style, which come last and are English in plain ASCII unless told otherwise:

    board(view, names, reader, tongue, style) -> str
    numbered_actions(view, names, tongue, style) -> Menu        str(menu) is the list
    decided(view, action, written) -> Action                    the whole move that somebody means
    composition(begun, tongue, style) -> str
    tell(events, names, tongue, style, reader) -> list[str]     sentences without line breaks
    standings_text(view, names, tongue, style) -> str
    plan_lines(planned, first, tongue, style) -> list[str]
    people(names, tongue, style) -> list[Person]

`tongue` is a `Tongue` of `engine.tongue`, `style` one of `Style`. What is drawn and what is spoken come
from the same facts: `forecast(view)` tells what each element of the coming scoring would pay now. The
words stand in `words`, the drawing in the other files, so that a new form needs no new words and a new
language no new drawing.
"""

from __future__ import annotations

from .boards.board import board
from .boards.forecast import Forecast, forecast
from .boards.pit import pit_picture
from .layout import WIDTH, wrap
from .people import NamedPlayer, people
from .score import standings_text
from .story import tell
from .style import Style
from .turn.actions import Menu, MenuLine, numbered_actions
from .turn.asking import decided
from .turn.plans import Planned, best_plans, plan_lines
from .turn.steps import composition, numbered_steps

__all__ = [
    "WIDTH",
    "Forecast",
    "Menu",
    "MenuLine",
    "NamedPlayer",
    "Planned",
    "Style",
    "best_plans",
    "board",
    "composition",
    "decided",
    "forecast",
    "numbered_actions",
    "numbered_steps",
    "people",
    "pit_picture",
    "plan_lines",
    "standings_text",
    "tell",
    "wrap",
]

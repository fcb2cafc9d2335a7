"""Cards and tiles that wait for a choice: the draft, and what a draw-five showed."""

from __future__ import annotations

from .. import words
from ..boards.offer import HIDDEN
from .look import columns, panel, sentence, title
from .scene import Scene
from .spaces import for_sale, pieces
from .tables import row, table


def drawn_panel(scene: Scene) -> str:
    """The pieces of a draw-five, for the eyes of whoever drew them."""
    drawn = scene.game.drawn
    if not drawn or drawn[0] in HIDDEN:
        return ""
    return panel(sentence(f"{scene.said.say(words.YOU_DREW)} {pieces(scene.said, drawn)}"))


def draft_panel(scene: Scene) -> str:
    """The orders that everybody has taken, and the tiles that will be for sale."""
    say, game = scene.said.say, scene.game
    start = scene.people[game.start].name
    nothing = say(words.NOTHING)
    taken = [
        row(
            f"{scene.badge(seat)} {scene.name(seat)}",
            [pieces(scene.said, [*game.pits[seat].orders]) or nothing],
        )
        for seat in scene.seats
    ]
    left = table("", taken) + sentence(say(words.IN_DRAFT, start=start) + ".")
    return panel(title(say("Taken so far")) + columns(left, for_sale(scene)))

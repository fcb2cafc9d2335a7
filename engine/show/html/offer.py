"""Cards and tiles that wait for a choice: the draft, and what a draw-five showed."""

from __future__ import annotations

from html import escape
from typing import Final

from .. import words
from ..boards.offer import HIDDEN
from .look import panel, sentence
from .scene import Scene
from .spaces import cell, flowing, shown

_TALL: Final = 54


def offer_panel(scene: Scene) -> str:
    """The pieces that the player to move chooses from, as far as the reader may know them."""
    game = scene.game
    pieces = game.draft or game.drawn
    if not pieces:
        return ""
    if pieces[0] in HIDDEN:
        who = scene.people[game.turn].name
        return panel(sentence(escape(words.chooses(scene.said.tongue, who, game.drawn_at, len(pieces)))))
    heading = scene.said.headed(words.ON_OFFER if game.draft else words.YOU_DREW)
    return panel(flowing(heading, [cell(_TALL, "", shown(scene.said, piece)) for piece in pieces]))

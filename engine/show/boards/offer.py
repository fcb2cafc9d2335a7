"""Cards and tiles that wait for a choice: the draft, and what a draw-five showed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.tongue import Tongue

from ...rules import Card, Game, Tile
from ...rules import components as box
from .. import words
from ..layout import flow, wrap
from ..people import NamedPlayer
from ..scribe import Scribe


def offer_lines(game: Game, seated: Sequence[NamedPlayer], by: Scribe) -> list[str]:
    """The pieces that the player to move chooses from, as far as the reader may know them."""
    if game.draft:
        return flow(priced(game.draft, by.tongue), by.tongue.say(words.ON_OFFER) + " ", "  ")
    if not game.drawn:
        return []
    if game.drawn[0] in HIDDEN:
        who, n = seated[game.turn].full, len(game.drawn)
        return wrap(words.chooses(by.tongue, who, game.drawn_at, n))
    return flow(priced(game.drawn, by.tongue), by.tongue.say(words.YOU_DREW) + " ", "  ")


def priced(pieces: Sequence[Tile | Card], tongue: Tongue) -> list[str]:
    """Each piece with what it costs or earns."""
    texts = [f"{piece.name} {worth(piece, tongue)}".rstrip() for piece in pieces]
    return [*(f"{text}," for text in texts[:-1]), *texts[-1:]]


def worth(piece: Tile | Card, tongue: Tongue) -> str:
    """The price or reward of a piece; nothing if it is not known."""
    if piece in HIDDEN:
        return ""
    if isinstance(piece, Tile):
        return words.marks(tongue, piece.price)
    return tongue.say(words.WORTH, vp=piece.vp)


HIDDEN: Final = (box.HIDDEN_TILE, box.HIDDEN_CARD)

"""Cards and tiles that wait for a choice: the draft, and what a draw-five showed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..rules import Card, Game, Tile
from ..rules import components as box
from . import words
from .layout import flow
from .people import Person


def offer_lines(game: Game, seated: Sequence[Person]) -> list[str]:
    """What the player to move chooses from, as far as the reader may know it."""
    if game.draft:
        return flow(_priced(game.draft), f"{words.ON_OFFER}: ", "  ")
    if not game.drawn:
        return []
    if game.drawn[0] in _HIDDEN:
        drew = words.pieces(game.drawn_at, len(game.drawn))
        return [words.THEY_DREW.format(who=seated[game.turn].full, pieces=drew)]
    return flow(_priced(game.drawn), f"{words.YOU_DREW}: ", "  ")


def _priced(pieces: Sequence[Tile | Card]) -> list[str]:
    """Each piece with what it costs or earns."""
    texts = [f"{piece.name} {_worth(piece)}".rstrip() for piece in pieces]
    return [*(f"{text}," for text in texts[:-1]), texts[-1]]


def _worth(piece: Tile | Card) -> str:
    if piece in _HIDDEN:
        return ""
    return words.marks(piece.price) if isinstance(piece, Tile) else f"{piece.vp} {words.VP}"


_HIDDEN: Final = (box.HIDDEN_TILE, box.HIDDEN_CARD)

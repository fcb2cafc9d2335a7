"""Views: a game as one reader may know it. Secrets are removed here and nowhere else.

A view is a game in which hidden pieces stand for what the reader may not know. Everything that works on
a game works on a view: a player can list and check moves without the server. Where a hidden piece would
have to be known (buying it, scoring it) the view says so instead of guessing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from ..errors import Refused
from .components import HIDDEN_CARD, HIDDEN_TILE, Card, Tile
from .game import Game, Pit

P = TypeVar("P", Tile, Card)


def view(game: Game, seat: int | None) -> Game:
    """The game as the player on a seat may see it; `None` is everyone else."""
    seen = game.copy()
    seen.tile_stack = (HIDDEN_TILE,) * len(game.tile_stack)
    seen.card_stack = (HIDDEN_CARD,) * len(game.card_stack)
    if seat != game.turn:
        seen.drawn = _face_down(game)
    if game.table.face_down and not game.over:
        seen.pits = [pit if owner == seat else _hide_delivered(pit) for owner, pit in enumerate(game.pits)]
    return seen


def _face_down(game: Game) -> tuple[Tile, ...] | tuple[Card, ...]:
    if game.drawn_at == "factory":
        return (HIDDEN_TILE,) * len(game.drawn)
    return (HIDDEN_CARD,) * len(game.drawn)


def _hide_delivered(pit: Pit) -> Pit:
    hidden = pit.copy()
    hidden.delivered = (HIDDEN_CARD,) * len(pit.delivered)
    return hidden


def learn(game: Game, tiles: Sequence[Tile] = (), cards: Sequence[Card] = ()) -> Game:
    """A view that knows what comes next from its stacks.

    With what each ply turned up told beforehand, a whole game can be replayed from what is public.
    """
    known = game.copy()
    known.tile_stack = _know(game.tile_stack, tiles, HIDDEN_TILE)
    known.card_stack = _know(game.card_stack, cards, HIDDEN_CARD)
    return known


def _know(stack: tuple[P, ...], told: Sequence[P], hidden: P) -> tuple[P, ...]:
    top = stack[: len(told)]
    if any(piece not in (hidden, new) for piece, new in zip(top, told, strict=False)) or len(top) < len(told):
        raise Refused(
            "view/not-next",
            "{told} can't come next from a stack of {size} that begins with {known}",
            told=_names(told),
            size=len(stack),
            known=_names(top) or "nothing",
        )
    return tuple(told) + stack[len(told) :]


def _names(pieces: Sequence[Tile | Card]) -> str:
    return " ".join(piece.name for piece in pieces)

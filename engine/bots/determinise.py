"""A whole game that a view could be a view of: what is hidden is dealt anew from what was never seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random
from typing import Final, TypeVar

from engine.rules import CARDS, HIDDEN_CARD, HIDDEN_TILE, TILE_COPIES, TILES, Card, Game, Pit, Tile

P = TypeVar("P", Tile, Card)

DEALS: Final = 20
"""The number of deals tried for face-down cards, to find one that is worth what its owner has scored."""


def determinise(view: Game, rng: Random) -> Game:
    """The view with every hidden piece dealt. Nothing that the view shows is changed."""
    game = view.copy()
    tiles = _shuffled(_unseen(TILES.values(), TILE_COPIES, _tiles_seen(view)), rng)
    game.tile_stack = _dealt(view.tile_stack, tiles, HIDDEN_TILE)
    cards = _shuffled(_unseen(CARDS.values(), 1, _cards_seen(view)), rng)
    if any(HIDDEN_CARD in pit.delivered for pit in view.pits):
        cards = _likely(view, cards, rng)
        game.pits = [_turned_up(pit, cards) for pit in view.pits]
    game.card_stack = _dealt(view.card_stack, cards, HIDDEN_CARD)
    return game


def _tiles_seen(view: Game) -> Iterable[Tile]:
    yield from filter(None, view.tiles)
    yield from view.tile_stack
    yield from (piece for piece in view.drawn if isinstance(piece, Tile))
    for pit in view.pits:
        yield from pit.tiles


def _cards_seen(view: Game) -> Iterable[Card]:
    yield from filter(None, view.cards)
    yield from view.card_stack
    yield from view.draft
    yield from (piece for piece in view.drawn if isinstance(piece, Card))
    for pit in view.pits:
        yield from pit.orders
        yield from pit.delivered


def _unseen(pieces: Iterable[P], copies: int, seen: Iterable[P]) -> list[P]:
    """In the order of the tables, so that the same chance deals the same."""
    count = Counter(seen)
    return [piece for piece in pieces for _ in range(copies - count[piece])]


def _shuffled(pieces: list[P], rng: Random) -> list[P]:
    """Shuffled with `randrange` alone, which is the same in all versions of Python."""
    for i in range(len(pieces) - 1, 0, -1):
        j = rng.randrange(i + 1)
        pieces[i], pieces[j] = pieces[j], pieces[i]
    return pieces


def _dealt(stack: Sequence[P], pieces: list[P], hidden: P) -> tuple[P, ...]:
    return tuple([pieces.pop() if piece is hidden else piece for piece in stack])


def _turned_up(pit: Pit, cards: list[Card]) -> Pit:
    if HIDDEN_CARD not in pit.delivered:
        return pit
    known = pit.copy()
    known.delivered = _dealt(pit.delivered, cards, HIDDEN_CARD)
    return known


def _likely(view: Game, cards: list[Card], rng: Random) -> list[Card]:
    """Of some deals the one whose face-down cards are nearest in VP to what their owners scored for them."""
    best, least = cards, None
    for _ in range(DEALS):
        off = _miss(view, list(cards))
        if least is None or off < least:
            best, least = list(cards), off
        if not least:
            break
        _shuffled(cards, rng)
    return best


def _miss(view: Game, cards: list[Card]) -> int:
    off = 0
    for seat, pit in enumerate(view.pits):
        scored = view.vp[seat] - sum(prize[seat] for shift in view.prizes for prize in shift)
        off += abs(scored - sum(card.vp for card in _turned_up(pit, cards).delivered))
    return off

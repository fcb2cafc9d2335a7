"""The worker spaces: what lies there, who stands there, and how many workers the next placement takes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..rules import Card, Game, Space, Tile, coal
from ..rules import components as box
from . import words
from .layout import WIDTH, beside, in_columns
from .people import Person

NONE: Final = "-"
_LABEL: Final = 9
_MIDDLE: Final = 41
_RIGHT: Final = 55
"""Where the second area in a row begins."""


def space_lines(game: Game, seated: Sequence[Person]) -> list[str]:
    """All areas, small ones beside each other, with the bank and the supply of coal."""
    return [
        *_area(game, seated, "factory", 7),
        "",
        *beside(_area(game, seated, "orders", 8), _supply(game), _RIGHT),
        "",
        *beside(_area(game, seated, "mining", 7), _area(game, seated, "money", 7), _MIDDLE),
        "",
        *beside(_area(game, seated, "delivery", 9), _bank(game, seated), _RIGHT),
    ]


def _area(game: Game, seated: Sequence[Person], area: str, wide: int) -> list[str]:
    """One area as columns: a space each, with a line for each thing to know about it."""
    spaces = box.spaces(area)
    rows = [[words.AREAS[area].upper(), *(space.name for space in spaces)]]
    if area == "factory":
        rows.append([words.TILE, *(_face_up(game, space) for space in spaces)])
        rows.append([words.MARKS, *(_price(tile) for tile in game.tiles), ""])
    if area == "orders":
        rows.append([words.ORDER, *(_face_up(game, space) for space in spaces)])
        rows.append([words.VP, *(_vp(card) for card in game.cards), ""])
    rows.append([words.STANDING, *(_standing(game, space, seated) for space in spaces)])
    if not game.over:
        rows.append([words.NEXT, *(_next(game, space) for space in spaces)])
    return in_columns(rows, [_LABEL, *[wide] * len(spaces)])


def _face_up(game: Game, space: Space) -> str:
    """The piece on a space; the size of the stack on a draw space."""
    if game.players in space.locked:
        return words.LOCKED
    if not space.shows:
        stack = game.tile_stack if space.area == "factory" else game.card_stack
        return words.STACK_LEFT.format(n=len(stack))
    row: Sequence[Tile | Card | None] = game.tiles if space.shows == "tile" else game.cards
    piece = row[space.row]
    return piece.name if piece else NONE


def _price(tile: Tile | None) -> str:
    return str(tile.price) if tile and tile is not box.HIDDEN_TILE else ""


def _vp(card: Card | None) -> str:
    return str(card.vp) if card and card is not box.HIDDEN_CARD else ""


def _standing(game: Game, space: Space, seated: Sequence[Person]) -> str:
    """`A2`: two of Anna's workers."""
    if game.players in space.locked:
        return "" if space.shows else words.LOCKED
    standing = game.count[space.index]
    return f"{seated[game.owner[space.index]].mark}{standing}" if standing else NONE


def _next(game: Game, space: Space) -> str:
    return str(game.count[space.index] + 1) if _can_be_used(game, space) else ""


def _can_be_used(game: Game, space: Space) -> bool:
    """Whether workers may ever be placed there again."""
    if game.players in space.locked:
        return False
    if space.shows == "tile":
        return game.tiles[space.row] is not None
    if space.shows == "order":
        return game.cards[space.row] is not None
    if space.name == "draw":
        return bool(game.tile_stack if space.area == "factory" else game.card_stack)
    return True


def _bank(game: Game, seated: Sequence[Person]) -> list[str]:
    there = [f"{person.mark}{n}" for person, n in zip(seated, game.bank, strict=True) if n]
    rows = [
        [words.AREAS["bank"].upper(), words.BANK_LINE],
        [words.STANDING, " ".join(there) or NONE],
    ]
    if not game.over:
        rows.append([words.NEXT, "1"])
    return in_columns(rows, [_LABEL, WIDTH - _RIGHT - _LABEL])


def _supply(game: Game) -> list[str]:
    heaps = zip(box.COLOURS, coal.counts(game.coal), strict=True)
    rows = [["", f"{colour:<6} {n:>2}"] for colour, n in heaps]
    rows[0][0] = words.SUPPLY.upper()
    return in_columns(rows, [_LABEL, WIDTH - _RIGHT - _LABEL])

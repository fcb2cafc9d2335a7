"""The worker spaces: what lies there, who stands there, and how many workers the next placement takes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from ...rules import Card, Game, Space, Tile, coal
from ...rules import components as box
from .. import words
from ..layout import beside_or_below, in_columns, left, width_of
from ..people import NamedPlayer
from ..scribe import Scribe
from .unchanged import Shown

_LABEL: Final = 9
_MIDDLE: Final = 41
_RIGHT: Final = 55
"""The column at which the second area in a row begins, if both fit so."""


def space_lines(game: Game, seated: Sequence[NamedPlayer], by: Scribe) -> list[str]:
    """All areas, small ones beside each other, with the bank and the supply of coal."""
    key = (
        (game.players, game.over, game.coal, len(game.tile_stack), len(game.card_stack)),
        (*game.tiles, *game.cards, *game.count, *game.owner, *game.bank),
    )
    return list(_written(Shown(game, key), tuple(seated), by))


@lru_cache(maxsize=64)
def _written(shown: Shown[tuple[object, ...]], seated: tuple[NamedPlayer, ...], by: Scribe) -> list[str]:
    """Everyone at the table sees the same."""
    game = shown.game
    return [
        *_area(game, seated, "factory", 7, by),
        "",
        *beside_or_below(_area(game, seated, "orders", 8, by), _supply(game, by), _RIGHT),
        "",
        *beside_or_below(_area(game, seated, "mining", 7, by), _area(game, seated, "money", 7, by), _MIDDLE),
        "",
        *beside_or_below(_area(game, seated, "delivery", 9, by), _bank(game, seated, by), _RIGHT),
    ]


def for_sale_lines(game: Game, by: Scribe) -> list[str]:
    """The factory's tiles and what they cost, before anybody can buy one."""
    return _in_columns(_for_sale(game, by), 7)


def _for_sale(game: Game, by: Scribe) -> list[list[str]]:
    spaces, say = box.spaces("factory"), by.tongue.say
    return [
        [say(words.AREAS["factory"]).upper(), *(words.space_label(by.tongue, space) for space in spaces)],
        [say(words.TILE), *(_face_up(game, space, by) for space in spaces)],
        [say(words.MARKS), *(_price(tile) for tile in game.tiles), ""],
    ]


def _area(game: Game, seated: Sequence[NamedPlayer], area: str, wide: int, by: Scribe) -> list[str]:
    """One area as columns: a space each, with a line for each thing to know about it."""
    spaces = box.spaces(area)
    say = by.tongue.say
    if area == "factory":
        rows = _for_sale(game, by)
    else:
        rows = [[say(words.AREAS[area]).upper(), *(words.space_label(by.tongue, space) for space in spaces)]]
    if area == "orders":
        rows.append([say(words.ORDER), *(_face_up(game, space, by) for space in spaces)])
        rows.append([say(words.VP), *(_vp(card) for card in game.cards), ""])
    rows.append([say(words.STANDING), *(_standing(game, space, seated, by) for space in spaces)])
    if not game.over:
        rows.append([say(words.NEXT), *(_next(game, space) for space in spaces)])
    return _in_columns(rows, wide)


def _in_columns(rows: Sequence[Sequence[str]], wide: int) -> list[str]:
    """A label, and columns that are alike."""
    column = max(wide, width_of(cell for row in rows for cell in row[1:-1]) + 1)
    return in_columns(rows, [_label_of(rows), *[column] * (len(rows[0]) - 1)])


def _label_of(rows: Sequence[Sequence[str]]) -> int:
    return max(_LABEL, width_of(row[0] for row in rows) + 1)


def _face_up(game: Game, space: Space, by: Scribe) -> str:
    """The piece on a space; the size of the stack on a draw space."""
    if game.players in space.locked:
        return by.tongue.say(words.LOCKED)
    if not space.shows:
        return by.tongue.say(words.STACK_LEFT, n=stack_size(game, space))
    piece = piece_on(game, space)
    return piece.name if piece else by.signs.none


def piece_on(game: Game, space: Space) -> Tile | Card | None:
    """The piece that lies face up on a space that shows something."""
    row: Sequence[Tile | Card | None] = game.tiles if space.shows == "tile" else game.cards
    return row[space.row]


def stack_size(game: Game, space: Space) -> int:
    return len(game.tile_stack if space.area == "factory" else game.card_stack)


def _price(tile: Tile | None) -> str:
    return str(tile.price) if tile and tile is not box.HIDDEN_TILE else ""


def _vp(card: Card | None) -> str:
    return str(card.vp) if card and card is not box.HIDDEN_CARD else ""


def _standing(game: Game, space: Space, seated: Sequence[NamedPlayer], by: Scribe) -> str:
    """`A2`: two of Anna's workers."""
    if game.players in space.locked:
        return "" if space.shows else by.tongue.say(words.LOCKED)
    standing = game.count[space.index]
    return f"{seated[game.owner[space.index]].mark}{standing}" if standing else by.signs.none


def _next(game: Game, space: Space) -> str:
    return str(game.count[space.index] + 1) if can_be_used(game, space) else ""


def can_be_used(game: Game, space: Space) -> bool:
    """Whether workers may ever be placed there again."""
    if game.players in space.locked:
        return False
    if space.shows:
        return piece_on(game, space) is not None
    return space.name != "draw" or bool(stack_size(game, space))


def _bank(game: Game, seated: Sequence[NamedPlayer], by: Scribe) -> list[str]:
    there = [f"{person.mark}{n}" for person, n in zip(seated, game.bank, strict=True) if n]
    say = by.tongue.say
    rows = [
        [say(words.AREAS["bank"]).upper(), words.marks(by.tongue, 1)],
        [say(words.STANDING), " ".join(there) or by.signs.none],
    ]
    if not game.over:
        rows.append([say(words.NEXT), "1"])
    return in_columns(rows, [_label_of(rows), 1])


def _supply(game: Game, by: Scribe) -> list[str]:
    colours = [words.colour(by.tongue, letter) for letter in coal.LETTERS]
    wide = width_of(colours)
    heaps = zip(coal.LETTERS, colours, coal.counts(game.coal), strict=True)
    rows = [["", f"{letter} {left(colour, wide)} {n:>2}"] for letter, colour, n in heaps]
    rows[0][0] = by.tongue.say(words.SUPPLY).upper()
    return in_columns(rows, [_label_of(rows), 1])

"""Buying a tunnel tile: its price, the coal on its lorries, and what is done when coal is short."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement
from typing import Final

from ..errors import NotLegal
from ..phrase import phrase
from .coal import ANY, COLOURS, LETTERS, ONE, Heap, count
from .components import HIDDEN_TILE, Tile
from .events import Bought, Event
from .game import Game, Pit
from .notation import COLOUR_WORDS, MoveWords, no_such
from .turn import RepeatedMove

EMPTY: Final = 4
"""Among substitute cubes: a lorry left empty."""

Substitutes = tuple[int, ...]
_A_LOAD: Final = phrase("a colour or `empty`")
_LOADS: Final = (*COLOURS, EMPTY)
_NONE: Final[tuple[Substitutes, ...]] = ((),)


def substitutes(supply: Heap, tile: Tile) -> Sequence[Substitutes]:
    """Every way to load the lorries for which the supply has no cube of the tile's colour."""
    short = tile.lorries - count(supply, tile.colour)
    if short <= 0:
        return _NONE
    others = [c for c in COLOURS if c != tile.colour and supply & ANY[c]]
    return [
        way
        for way in combinations_with_replacement([*others, EMPTY], short)
        if all(way.count(c) <= count(supply, c) for c in others)
    ]


def buy(
    game: Game, pit: Pit, tile: Tile, loads: Substitutes, move: RepeatedMove, events: list[Event]
) -> None:
    """Pay for a tile, load its lorries and build it in."""
    if tile is HIDDEN_TILE:
        raise NotLegal("rule/hidden-tile", "`{move}`: that tile is not known yet", move=move.write())
    check_price(pit, tile, move)
    ways = substitutes(game.coal, tile)
    if loads not in ways:
        raise _wrong_loads(tile, ways, move.write())
    own = tile.lorries - len(loads)
    cubes, letters = own * ONE[tile.colour], own * LETTERS[tile.colour]
    for colour in loads:
        if colour != EMPTY:
            cubes += ONE[colour]
            letters += LETTERS[colour]
    game.coal -= cubes
    pit.money -= tile.price
    pit.tiles += (tile,)
    pit.lorries += tile.lorries * ONE[tile.colour]
    pit.loaded[tile.colour] += cubes
    events.append(Bought(game.turn, tile, tile.price, letters, tile.lorries - len(letters)))


def check_price(pit: Pit, tile: Tile, move: RepeatedMove) -> None:
    """Refuse a tile that can't be paid."""
    if pit.money < tile.price:
        raise NotLegal(
            "rule/too-little-money",
            "`{move}`: {tile} costs {price} Marks, you have {have}",
            move=move.write(),
            tile=tile.name,
            price=tile.price,
            have=pit.money,
        )


def _wrong_loads(tile: Tile, ways: Sequence[Substitutes], move: str) -> NotLegal:
    if ways is _NONE:
        return NotLegal(
            "rule/coal-not-short",
            "`{move}`: there is enough coal for {tile}, so no other coal is named",
            move=move,
            tile=tile.name,
        )
    return NotLegal(
        "rule/coal-short",
        "`{move}`: the supply is short of coal for {tile}; add one of: {ways}",
        move=move,
        tile=tile.name,
        ways=", ".join(f"`{write_substitutes(way).lstrip(', ')}`" for way in ways),
    )


def write_substitutes(loads: Substitutes) -> str:
    """`, coal k empty` after a move, or nothing."""
    if not loads:
        return ""
    return ", coal " + " ".join("empty" if c == EMPTY else LETTERS[c] for c in loads)


def in_order(loads: Substitutes) -> Substitutes:
    """In one order, so that the same choice is the same value."""
    if not all(load in _LOADS for load in loads):
        raise no_such("coal", loads)
    return tuple(sorted(loads))


def read_substitutes(words: MoveWords) -> Substitutes:
    if not words.skip("coal"):
        return ()
    found: list[int] = []
    while words.peek() in _LOAD_WORDS or (words and not words.peek().strip("-ybgk")):
        word = words.take()
        found += [_LOAD_WORDS[word]] if word in _LOAD_WORDS else [_LOAD_WORDS[c] for c in word]
    if not found:
        words.one_of(_LOAD_WORDS, _A_LOAD)
    return tuple(sorted(found))


_LOAD_WORDS: Final = {**COLOUR_WORDS, "empty": EMPTY, "none": EMPTY, "-": EMPTY}

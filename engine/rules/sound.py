"""Soundness of every position: the box is complete, and everything lies where it can.

A position that comes from outside is taken only if all this holds, so that nothing else has to expect
one that can't be. A hidden piece stands for any piece: it is counted, and nothing more is asked of it.
"""

from __future__ import annotations

from collections import Counter
from operator import le
from typing import Final

from . import coal
from . import components as box
from .coal import Heap
from .components import Card, Tile
from .game import CHOOSE, DRAFT, NOBODY, OVER, TURN, Game, Order, Pit
from .turn import face_up

_HIDDEN: Final = (box.HIDDEN_TILE, box.HIDDEN_CARD)
_ALL_COAL: Final[Heap] = coal.from_counts([box.COAL_PER_COLOUR] * 4)
_DRAWN_AT: Final = {Tile: "factory", Card: "orders"}


class Unsound(ValueError):
    """No game can come to this position; the text says what does not fit."""


def require_sound(game: Game) -> None:
    """Raise Unsound for a position that no game can come to."""
    _check_seats(game)
    _check_workers(game)
    _check_pieces(game)
    for pit in game.pits:
        _check_pit(pit)
    _check_coal(game)
    _check_course(game)


def _require(holds: bool, what: str) -> None:
    if not holds:
        raise Unsound(what)


def _check_seats(game: Game) -> None:
    lists = (game.workers, game.canteen, game.bank, game.vp, game.pits)
    _require(all(len(of_seats) == game.players for of_seats in lists), "not one entry for each seat")
    seats = range(game.players)
    _require(game.start in seats and game.turn in seats, "no such seat")


def _check_workers(game: Game) -> None:
    players = game.players
    mine = [sum(where) for where in zip(game.workers, game.canteen, game.bank, strict=True)]
    _require(min(*game.workers, *game.canteen, *game.bank) >= 0, "fewer than no workers")
    for space, owner, count in zip(box.SPACES, game.owner, game.count, strict=True):
        if owner == NOBODY and not count:
            continue
        _require(owner in range(players) and count > 0, "nobody's workers on a space")
        _require(players not in space.locked, "workers on a locked space")
        mine[owner] += count
    _require(mine == [box.WORKERS[players]] * players, "the workers are not complete")


def _check_pieces(game: Game) -> None:
    for space in box.SPACES:
        locked = game.table.players in space.locked
        _require(not locked or face_up(game, space) is None, "a piece on a locked space")
    tiles = Counter[Tile | Card | None](game.tiles)
    cards = Counter[Tile | Card | None](game.cards)
    tiles.update(game.tile_stack)
    cards.update(game.card_stack + game.draft)
    (tiles if game.drawn_at == "factory" else cards).update(game.drawn)
    for pit in game.pits:
        tiles.update(pit.tiles)
        cards.update((*pit.orders, *pit.delivered))
    _require(_complete(tiles, len(box.TILES), box.TILE_COPIES), "the tiles are not complete")
    _require(_complete(cards, len(box.CARDS), 1), "the order cards are not complete")


def _complete(pieces: Counter[Tile | Card | None], kinds: int, copies: int) -> bool:
    """Whether they are as many as in the box, and of what is known no piece comes too often."""
    del pieces[None]
    often = [piece for piece, n in pieces.items() if n > copies]
    return pieces.total() == kinds * copies and all(piece in _HIDDEN for piece in often)


def _check_coal(game: Game) -> None:
    """As many cubes as in the box, so that no byte of their heap overflows; then sixteen of each colour."""
    heaps = [game.coal]
    for pit in game.pits:
        heaps += [*pit.loaded, pit.cage, pit.storage, *[order.held for order in pit.orders.values()]]
    full = sum(map(coal.total, heaps)) == coal.total(_ALL_COAL) and sum(heaps) == _ALL_COAL
    _require(full, "the coal is not complete")


def _check_pit(pit: Pit) -> None:
    _require(pit.money >= 0, "less than no money")
    _require(pit.depth in range(len(coal.LETTERS) + 1), "the cage is nowhere")
    _require(coal.total(pit.cage) <= box.CAGE_ROOM, "too much coal in a cage")
    _require(len(pit.loaded) == len(coal.LETTERS), "not one heap for each level")
    _require(all(pit.empty_lorries(level) >= 0 for level in coal.COLOURS), "more cubes than lorries")
    hidden = box.HIDDEN_TILE in pit.tiles or box.HIDDEN_CARD in pit.orders
    _require(not hidden, "a hidden piece in a pit")
    for card, order in pit.orders.items():
        _require(_can_hold(card, order), f"that coal does not go on {card}")


def _can_hold(card: Card, order: Order) -> bool:
    """One cube or two on each spot that is not free."""
    if order.free == card.spots:
        return not order.held
    free, spots = coal.counts(order.free), coal.counts(card.spots)
    filled = sum(spots) - sum(free)
    return all(map(le, free, spots)) and filled <= coal.total(order.held) <= 2 * filled


def _check_course(game: Game) -> None:
    shift, phase = game.shift, game.phase
    _require(game.ply >= 0 and shift in range(box.SHIFTS + 1), "no such ply or shift")
    _require((phase == DRAFT) == (shift == 0) == bool(game.draft), "draft and shift don't fit")
    _require(phase != DRAFT or len(game.draft) > box.SPARE, "nothing is left to draft")
    _require(phase != OVER or shift == box.SHIFTS, "over before the last shift")
    _require(phase != TURN or game.workers[game.turn] > 0, "the player to move has no workers")
    _require((phase == CHOOSE) == bool(game.drawn), "nothing to choose from, or too early")
    _require(len(game.drawn) <= box.DRAW, "too many pieces drawn")
    _require(game.drawn_at == (_DRAWN_AT[type(game.drawn[0])] if game.drawn else ""), "drawn nowhere")
    scored = shift if phase == OVER else max(shift - 1, 0)
    _require([len(prizes) for prizes in game.prizes] == [*box.ELEMENTS_BY_SHIFT[:scored]], "prizes")
    _require(all(len(vp) == game.players for prizes in game.prizes for vp in prizes), "prizes by seat")

"""The position: a `Game`, its players' `Pit`s, and how one is opened.

Plain mutable records. Only `play` changes one, and only a copy of its own: everything reachable from a
game that was handed out stays as it is. `Game.copy` shares the pits; `Game.own_pit` gives the copy a pit
of its own to work on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final, NamedTuple, TypeVar

from ..errors import Refused
from . import coal
from . import components as box
from .coal import Heap
from .components import Card, Space, Tile

DRAFT: Final = 0
TURN: Final = 1
CHOOSE: Final = 2
OVER: Final = 3
PHASES: Final = ("draft", "turn", "choose", "over")
NOBODY: Final = -1

T = TypeVar("T", Tile, Card)


class Order(NamedTuple):
    """An outstanding order: its free spots, and the cubes that lie on it."""

    free: Heap
    held: Heap


@dataclass(frozen=True)
class TableOptions:
    """The number of players, and the options."""

    players: int
    face_down: bool = False

    @cached_property
    def open_spaces(self) -> dict[str, tuple[Space, ...]]:
        """The unlocked spaces of each area."""
        return {
            area: tuple(s for s in box.spaces(area) if self.players not in s.locked) for area in box.AREAS
        }


@lru_cache(typed=True)
def table(players: int, face_down: bool = False) -> TableOptions:
    if type(players) is not int or players not in box.WORKERS:
        raise Refused("opening/players", "{players} players: the game is for 2, 3 or 4", players=players)
    return TableOptions(players, bool(face_down))


@dataclass(slots=True)
class Pit:
    """One player's pit, purse and orders.

    `lorries` counts lorries by level; `loaded[level]` is the heap of cubes on that level's lorries;
    `depth` is where the cage hangs: 0 at the surface, else the level from 1 to 4.
    """

    money: int
    tiles: tuple[Tile, ...]
    lorries: Heap
    loaded: list[Heap]
    cage: Heap
    depth: int
    storage: Heap
    orders: dict[Card, Order]
    delivered: tuple[Card, ...]

    def copy(self) -> Pit:
        new = object.__new__(Pit)
        new.money = self.money
        new.tiles = self.tiles
        new.lorries = self.lorries
        new.loaded = self.loaded[:]
        new.cage = self.cage
        new.depth = self.depth
        new.storage = self.storage
        new.orders = self.orders.copy()
        new.delivered = self.delivered
        return new

    def empty_lorries(self, level: int) -> int:
        """The number of empty lorries on a level (0 to 3)."""
        return coal.count(self.lorries, level) - coal.total(self.loaded[level])

    def cubes(self) -> Heap:
        """Every cube the player owns: on lorries, in the cage, in storage and on orders."""
        on_orders = sum(order.held for order in self.orders.values())
        return sum(self.loaded) + self.cage + self.storage + on_orders

    def imbalance(self) -> int:
        """By how many tunnel tiles the light and the dark side differ."""
        light = sum(tile.light for tile in self.tiles)
        return abs(2 * light - len(self.tiles))


@dataclass(slots=True)
class Game:
    """A position with all that is hidden in it. What one reader may know of it is a view.

    `count` and `owner` tell who stands on each worker space (by `Space.index`). `tiles` and `cards` are
    what lies face up, by the space's place in its row. Stacks are tuples, the next to be drawn first.
    `drawn` is what a draw-five has shown to the player to move, `drawn_at` from which area.
    """

    table: TableOptions
    ply: int
    phase: int
    shift: int
    start: int
    turn: int
    workers: list[int]
    canteen: list[int]
    bank: list[int]
    vp: list[int]
    count: list[int]
    owner: list[int]
    tiles: list[Tile | None]
    cards: list[Card | None]
    tile_stack: tuple[Tile, ...]
    card_stack: tuple[Card, ...]
    coal: Heap
    pits: list[Pit]
    draft: tuple[Card, ...]
    drawn: tuple[Tile, ...] | tuple[Card, ...]
    drawn_at: str
    prizes: tuple[tuple[tuple[int, ...], ...], ...]
    """The shift scorings so far: for each, for each element scored, the VP of each seat."""

    def copy(self) -> Game:
        new = object.__new__(Game)
        new.table = self.table
        new.ply = self.ply
        new.phase = self.phase
        new.shift = self.shift
        new.start = self.start
        new.turn = self.turn
        new.workers = self.workers[:]
        new.canteen = self.canteen[:]
        new.bank = self.bank[:]
        new.vp = self.vp[:]
        new.count = self.count[:]
        new.owner = self.owner[:]
        new.tiles = self.tiles[:]
        new.cards = self.cards[:]
        new.tile_stack = self.tile_stack
        new.card_stack = self.card_stack
        new.coal = self.coal
        new.pits = self.pits[:]
        new.draft = self.draft
        new.drawn = self.drawn
        new.drawn_at = self.drawn_at
        new.prizes = self.prizes
        return new

    @property
    def players(self) -> int:
        return self.table.players

    @property
    def over(self) -> bool:
        return self.phase == OVER

    def own_pit(self) -> Pit:
        """The pit of the player to move, made this position's own so that it may be changed."""
        pit = self.pits[self.turn] = self.pits[self.turn].copy()
        return pit


def new_game(
    players: int,
    tiles: Sequence[Tile | str],
    orders: Sequence[Card | str],
    start: int,
    *,
    face_down: bool = False,
) -> Game:
    """Open a game from its two stack orders (the first drawn first) and its starting seat.

    Names may stand for tiles and cards. Hidden ones (`?`) may stand for what is not known: so a game can
    be replayed from what is public.
    """
    at = table(players, face_down)
    if start not in range(players):
        raise Refused(
            "opening/start",
            "starting seat {start}: seats are 0 to {last}",
            start=start,
            last=players - 1,
        )
    tile_stack = _stack(tiles, box.tile, dict.fromkeys(box.TILES.values(), box.TILE_COPIES), box.HIDDEN_TILE)
    card_stack = _stack(orders, box.card, dict.fromkeys(box.CARDS.values(), 1), box.HIDDEN_CARD)
    shown = players * box.DRAFTED + box.SPARE
    seats = range(players)
    game = Game(
        table=at,
        ply=0,
        phase=DRAFT,
        shift=0,
        start=start,
        turn=(start - 1) % players,
        workers=[box.WORKERS[players]] * players,
        canteen=[0] * players,
        bank=[0] * players,
        vp=[0] * players,
        count=[0] * len(box.SPACES),
        owner=[NOBODY] * len(box.SPACES),
        tiles=[None] * sum(s.shows == "tile" for s in box.SPACES),
        cards=[None] * sum(s.shows == "order" for s in box.SPACES),
        tile_stack=tile_stack,
        card_stack=card_stack[shown:],
        coal=coal.from_counts([box.COAL_PER_COLOUR - players] * 4),
        pits=[_new_pit(players) for _ in seats],
        draft=card_stack[:shown],
        drawn=(),
        drawn_at="",
        prizes=(),
    )
    for space in at.open_spaces["factory"]:
        if space.shows:
            game.tiles[space.row], *rest = game.tile_stack
            game.tile_stack = tuple(rest)
    return game


def _new_pit(players: int) -> Pit:
    return Pit(
        money=box.MARKS[players],
        tiles=(),
        lorries=coal.from_counts([1, 1, 1, 1]),
        loaded=list(coal.ONE),
        cage=0,
        depth=0,
        storage=0,
        orders={},
        delivered=(),
    )


def _stack(
    given: Iterable[T | str], named: Callable[[str], T], copies: dict[T, int], hidden: T
) -> tuple[T, ...]:
    """The stack, after a check that it holds each piece as often as the box does, as far as it is known."""
    stack = tuple(_piece(piece, named) for piece in given)
    if len(stack) != sum(copies.values()):
        raise Refused(
            "opening/stack-size",
            "a stack of {size}: it must hold {need}",
            size=len(stack),
            need=sum(copies.values()),
        )
    for piece, n in Counter(stack).items():
        if piece is not hidden and n > copies.get(piece, 0):
            raise Refused(
                "opening/stack",
                "{piece} lies {n} times in the stack: it must be there {copies} times",
                piece=piece,
                n=n,
                copies=copies.get(piece, 0),
            )
    return stack


def _piece(piece: T | str, named: Callable[[str], T]) -> T:
    if not isinstance(piece, str):
        return piece
    try:
        return named(piece)
    except KeyError:
        raise Refused("opening/unknown-piece", "there is no `{piece}` in the game", piece=piece) from None

"""A position as JSON-ready data and back: what the client keeps and a mail can carry.

Short by design (a finished four-player game takes less than 2 kB): heaps of coal are letters, pieces
their names, a stack of hidden pieces its size. A view is written like any other game.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from hashlib import sha256
from typing import Any, Final, TypeVar

from ..errors import BadRecord
from . import coal
from . import components as box
from .components import Card, Tile
from .game import NOBODY, PHASES, Game, Order, Pit, table
from .notation import shorten
from .sound import Unsound, require_sound

FORMAT: Final = "grubenpost-position/1"

P = TypeVar("P", Tile, Card)

_ALL_CUBES: Final = box.COAL_PER_COLOUR * len(coal.LETTERS)
_SPACE_NAMES: Final = [f"{space.area} {space.name}" for space in box.SPACES]
_HIDDEN: Final = {Tile: box.HIDDEN_TILE, Card: box.HIDDEN_CARD}


def to_data(game: Game) -> dict[str, Any]:
    """The position as plain dicts, lists, strings and numbers."""
    return {
        "format": FORMAT,
        "players": game.players,
        "face_down": game.table.face_down,
        "ply": game.ply,
        "phase": PHASES[game.phase],
        "shift": game.shift,
        "start": game.start,
        "turn": game.turn,
        "workers": game.workers[:],
        "canteen": game.canteen[:],
        "bank": game.bank[:],
        "vp": game.vp[:],
        "spaces": {
            space: [owner, count]
            for space, owner, count in zip(_SPACE_NAMES, game.owner, game.count, strict=True)
            if count
        },
        "tiles": ",".join([tile.name if tile else "" for tile in game.tiles]),
        "cards": ",".join([card.name if card else "" for card in game.cards]),
        "tile_stack": _stack_data(game.tile_stack),
        "card_stack": _stack_data(game.card_stack),
        "coal": coal.counts(game.coal),
        "pits": [_pit_data(pit) for pit in game.pits],
        "draft": _names(game.draft),
        "drawn": _names(game.drawn),
        "drawn_at": game.drawn_at,
        "prizes": [[vp for element in scored for vp in element] for scored in game.prizes],
    }


def position_digest(game: Game) -> str:
    """The hash of a position with all that is hidden in it: two versions that play alike agree in it."""
    data = json.dumps(to_data(game), sort_keys=True, separators=(",", ":"))
    return sha256(data.encode("ascii")).hexdigest()


def _names(pieces: Iterable[Tile | Card]) -> str:
    return ",".join([piece.name for piece in pieces])


def _stack_data(stack: tuple[Tile, ...] | tuple[Card, ...]) -> str | int:
    """The names, first drawn first; just the number if all are hidden."""
    if stack and stack.count(_HIDDEN[type(stack[0])]) < len(stack):
        return _names(stack)
    return len(stack)


def _pit_data(pit: Pit) -> dict[str, Any]:
    return {
        "money": pit.money,
        "tiles": _names(pit.tiles),
        "loaded": ",".join([coal.letters(heap) for heap in pit.loaded]),
        "cage": coal.letters(pit.cage),
        "depth": pit.depth,
        "storage": coal.letters(pit.storage),
        "orders": ",".join([_order_data(card, order) for card, order in pit.orders.items()]),
        "delivered": _names(pit.delivered),
    }


def _order_data(card: Card, order: Order) -> str:
    """`C-kk`, or `C-kk:k:yb` when one black spot is free and a yellow and a brown cube lie on it."""
    if not order.held:
        return card.name
    return f"{card.name}:{coal.letters(order.free)}:{coal.letters(order.held)}"


def from_data(data: Any) -> Game:
    """Read a position again. Raises BadRecord for anything that is not one."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadRecord("position/format", "this is not a position of the form {format}", format=FORMAT)
    try:
        game = _read_game(data)
        require_sound(game)
    except Unsound as error:
        raise BadRecord(
            "position/unsound", "no game comes to this position: {what}", what=str(error)
        ) from error
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        what = shorten(repr(error))
        raise BadRecord("position/damaged", "this position can't be read: {what}", what=what) from error
    return game


def _read_game(data: Any) -> Game:
    game = Game(
        table=table(_number(data["players"]), _flag(data["face_down"])),
        ply=_number(data["ply"]),
        phase=PHASES.index(data["phase"]),
        shift=_number(data["shift"]),
        start=_number(data["start"]),
        turn=_number(data["turn"]),
        workers=_numbers(data["workers"]),
        canteen=_numbers(data["canteen"]),
        bank=_numbers(data["bank"]),
        vp=_numbers(data["vp"]),
        count=[0] * len(box.SPACES),
        owner=[NOBODY] * len(box.SPACES),
        tiles=_row(data["tiles"], box.tile, "tile"),
        cards=_row(data["cards"], box.card, "order"),
        tile_stack=_pieces(data["tile_stack"], box.tile, box.HIDDEN_TILE),
        card_stack=_pieces(data["card_stack"], box.card, box.HIDDEN_CARD),
        coal=_supply(data["coal"]),
        pits=[_read_pit(pit) for pit in data["pits"]],
        draft=_pieces(data["draft"], box.card),
        drawn=_read_drawn(data),
        drawn_at=data["drawn_at"],
        prizes=tuple(_read_prizes(scored, data["players"]) for scored in data["prizes"]),
    )
    for name, (owner, count) in data["spaces"].items():
        space = box.space(*name.split(" "))
        game.owner[space.index], game.count[space.index] = _number(owner), _number(count)
    return game


def _flag(value: Any) -> bool:
    if type(value) is not bool:
        raise ValueError(f"{value!r} is neither true nor false")
    return value


def _number(value: Any) -> int:
    if type(value) is not int or not -10_000 <= value <= 10_000:
        raise ValueError(f"{value!r} is not a number that a position holds")
    return value


def _numbers(values: Any) -> list[int]:
    return [_number(value) for value in values]


def _cubes(letters: str) -> coal.Heap:
    """Coal by its letters; more than there is would not fit into a heap."""
    if len(letters) > _ALL_CUBES:
        raise ValueError(f"{len(letters)} cubes in one place")
    return coal.from_letters(letters)


def _supply(counts: Any) -> coal.Heap:
    """The supply by its counts."""
    numbers = _numbers(counts)
    if not all(0 <= n <= box.COAL_PER_COLOUR for n in numbers):
        raise ValueError(f"{numbers!r} is no supply of coal")
    return coal.from_counts(numbers)


def _row(data: str, named: Callable[[str], P], shows: str) -> list[P | None]:
    """The face-up pieces on the spaces of an area, a blank for nothing."""
    names = data.split(",")
    if len(names) != sum(space.shows == shows for space in box.SPACES):
        raise ValueError(f"{len(names)} spaces for a {shows}")
    return [named(name) if name else None for name in names]


def _read_prizes(flat: Any, players: int) -> tuple[tuple[int, ...], ...]:
    numbers = _numbers(flat)
    return tuple(tuple(numbers[at : at + players]) for at in range(0, len(numbers), players))


def _pieces(data: str | int, named: Callable[[str], P], hidden: P | None = None) -> tuple[P, ...]:
    """Named pieces; or, of a stack, the number of hidden ones."""
    if not isinstance(data, str):
        if hidden is None:
            raise ValueError(f"{data!r} is not a list of names")
        return (hidden,) * _number(data)
    return tuple([named(name) for name in data.split(",")]) if data else ()


def _read_drawn(data: Any) -> tuple[Tile, ...] | tuple[Card, ...]:
    if data["drawn_at"] == "factory":
        return _pieces(data["drawn"], box.tile)
    return _pieces(data["drawn"], box.card)


def _read_order(text: str) -> tuple[Card, Order]:
    name, *cubes = text.split(":")
    card = box.card(name)
    if not cubes:
        return card, Order(card.spots, 0)
    free, held = cubes
    return card, Order(_cubes(free), _cubes(held))


def _read_pit(data: Any) -> Pit:
    tiles = _pieces(data["tiles"], box.tile)
    lorries = sum(coal.ONE) + sum(tile.lorries * coal.ONE[tile.colour] for tile in tiles)
    return Pit(
        money=_number(data["money"]),
        tiles=tiles,
        lorries=lorries,
        loaded=[_cubes(letters) for letters in data["loaded"].split(",")],
        cage=_cubes(data["cage"]),
        depth=_number(data["depth"]),
        storage=_cubes(data["storage"]),
        orders=dict(_read_order(text) for text in data["orders"].split(",") if text),
        delivered=_pieces(data["delivered"], box.card),
    )

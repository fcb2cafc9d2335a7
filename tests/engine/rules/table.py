"""A table for tests: games from named stacks, positions set up by hand, seeded random play.

A position is set up as data and read again, so that it is sound: cubes that a test puts into a pit come
out of the supply, and pieces out of the stacks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from engine.rules import (
    CARDS,
    TILE_COPIES,
    TILES,
    Action,
    Bank,
    Deliver,
    Draw,
    Event,
    Factory,
    Game,
    Mine,
    Money,
    Refused,
    TakeOrder,
    dig,
    from_data,
    legal_actions,
    new_game,
    parse,
    play,
    replay,
    to_data,
)
from engine.rules.game import TURN

ALL_TILES = [*TILES] * TILE_COPIES
ALL_CARDS = list(CARDS)
LETTERS = "ybgk"


def stack(first: str, of: list[str]) -> list[str]:
    """All of these pieces, the named ones first."""
    rest = of[:]
    for name in first.split():
        rest.remove(name)
    return [*first.split(), *rest]


def opened(
    players: int = 2, *, start: int = 0, tiles: str = "", orders: str = "", face_down: bool = False
) -> Game:
    """A game before the draft; the stacks begin with the named pieces."""
    return new_game(players, stack(tiles, ALL_TILES), stack(orders, ALL_CARDS), start, face_down=face_down)


def drafted(
    players: int = 2, *, start: int = 0, tiles: str = "", orders: str = "", face_down: bool = False
) -> Game:
    """A game at the start of its first shift: everyone drafted the first card on offer."""
    game = opened(players, start=start, tiles=tiles, orders=orders, face_down=face_down)
    while game.draft:
        game = play(game, legal_actions(game)[0]).game
    return game


def go(game: Game, *moves: str) -> Game:
    """Play these moves."""
    return replay(game, moves)


def events(game: Game, move: str) -> list[Event]:
    """What a move does."""
    return play(game, parse(move, game)).events


def refused(game: Game, move: str | Action, seat: int | None = None) -> Refused:
    """The refusal of a move, which must leave the game as it is."""
    before = deepcopy(game)
    with pytest.raises(Refused) as caught:
        play(game, parse(move, game) if isinstance(move, str) else move, seat)
    assert game == before
    return caught.value


def legal(game: Game) -> set[str]:
    """The texts of all that may be done."""
    return {action.write() for action in legal_actions(game)}


def set_up(game: Game, seat: int, **pit: Any) -> Game:
    """The position with a pit changed: `cage="yy"`, `orders="C-kk:k:k,E-gg"`, as positions are written."""
    data = to_data(game)
    data["pits"][seat].update(pit)
    return _settled(data)


def standing(game: Game, space: str, seat: int, workers: int) -> Game:
    """The position with workers on a space; they come out of their owner's supply."""
    data = to_data(game)
    data["spaces"][space] = [seat, workers]
    data["workers"][seat] -= workers
    return from_data(data)


def with_workers(game: Game, *left: int) -> Game:
    """The position in which each seat has so many workers left; the others are in the canteen."""
    data = to_data(game)
    for seat, n in enumerate(left):
        data["canteen"][seat] += data["workers"][seat] - n
        data["workers"][seat] = n
    return from_data(data)


def last_ply(game: Game) -> Game:
    """The position in which only the player to move has a worker, one: the shift ends with this ply."""
    return with_workers(game, *[int(seat == game.turn) for seat in range(game.players)])


def end_shift(game: Game) -> Game:
    """The position after the shift was ended at the bank, by the player to move."""
    return go(last_ply(game), "bank")


def few_tiles(game: Game, *left: str) -> Game:
    """The position with only these tiles in the stack; seat 1 has built the others."""
    built = Counter(tile.name for tile in game.tile_stack)
    built.subtract(left)
    lorries = set_up(game, 1, tiles=",".join(built.elements()))
    return set_stacks(lorries, tiles=left)


def few_cards(game: Game, *left: str) -> Game:
    """The position with only these order cards in the stack; seat 1 has delivered the others."""
    others = [card.name for card in game.card_stack if card.name not in left]
    return set_stacks(set_up(game, 1, delivered=",".join(others)), cards=left)


def set_stacks(game: Game, *, tiles: Iterable[str] = (), cards: Iterable[str] = ()) -> Game:
    """The position with the stacks in another order, these pieces first."""
    data = to_data(game)
    data["tile_stack"] = _first(tiles, [tile.name for tile in game.tile_stack])
    data["card_stack"] = _first(cards, [card.name for card in game.card_stack])
    return from_data(data)


def _first(first: Iterable[str], names: list[str]) -> str:
    return ",".join(stack(" ".join(first), names))


def _settled(data: dict[str, Any]) -> Game:
    """The position after the supply and the stacks gave what lies elsewhere, and took the rest."""
    pits = data["pits"]
    shown = data["tiles"].split(","), data["cards"].split(",")
    tiles = [*shown[0], *(name for pit in pits for name in pit["tiles"].split(","))]
    cards = [*shown[1], *data["draft"].split(",")]
    (tiles if data["drawn_at"] == "factory" else cards).extend(data["drawn"].split(","))
    for pit in pits:
        cards += [order.partition(":")[0] for order in pit["orders"].split(",")]
        cards += pit["delivered"].split(",")
    data["tile_stack"] = _left(ALL_TILES, tiles, data["tile_stack"])
    data["card_stack"] = _left(ALL_CARDS, cards, data["card_stack"])
    coal = "".join(_cubes(pit) for pit in pits)
    data["coal"] = [16 - coal.count(letter) for letter in LETTERS]
    return from_data(data)


def _left(everything: list[str], used: list[str], stack_before: str | int) -> str:
    """The stack: what is used nowhere, as far as possible in the order it was."""
    rest = Counter(everything)
    rest.subtract(name for name in used if name)
    before = stack_before.split(",") if isinstance(stack_before, str) else []
    ordered = []
    for name in [*before, *everything]:
        if rest[name] > 0:
            ordered.append(name)
            rest[name] -= 1
    return ",".join(ordered)


def _cubes(pit: dict[str, Any]) -> str:
    on_orders = "".join(order.rpartition(":")[2] for order in pit["orders"].split(",") if ":" in order)
    return pit["loaded"] + pit["cage"] + pit["storage"] + on_orders


def random_opening(players: int, rng: Random, *, face_down: bool = False) -> Game:
    tiles = ALL_TILES[:]
    cards = ALL_CARDS[:]
    rng.shuffle(tiles)
    rng.shuffle(cards)
    return new_game(players, tiles, cards, rng.randrange(players), face_down=face_down)


Taste = Mapping[type[Action], float]

TASTES: dict[str, Taste] = {
    "any": {},
    "builders": {Factory: 20, Money: 8, Draw: 2, Bank: 0.1},
    "collectors": {TakeOrder: 20, Draw: 6, Money: 0.5, Bank: 0.1},
    "haulers": {Mine: 20, Deliver: 20, Factory: 2, Bank: 0.1},
}
"""How much more likely than others a type of action is; random play meets more of the game with several."""


def random_action(game: Game, rng: Random, taste: Taste = TASTES["any"]) -> Action:
    """Any legal action; in mining any legal step, or stopping, until none is left."""
    actions = legal_actions(game)
    if taste and game.phase == TURN:
        action = rng.choices(actions, [taste.get(type(action), 1) for action in actions])[0]
    else:
        action = actions[rng.randrange(len(actions))]
    return random_steps(game, action, rng) if isinstance(action, Mine) else action


def random_steps(game: Game, mine: Mine, rng: Random) -> Mine:
    begun = dig(game, mine)
    while steps := begun.legal_steps():
        pick = rng.randrange(len(steps) + 1)
        if pick == len(steps):
            break
        begun.do(steps[pick])
    return Mine(mine.number, tuple(begun.steps))


def random_game(players: int, seed: int, plies: int, *, face_down: bool = False) -> Game:
    """A position after so many plies of random play, or the end."""
    rng = Random(seed)
    game = random_opening(players, rng, face_down=face_down)
    while game.ply < plies and not game.over:
        game = play(game, random_action(game, rng)).game
    return game

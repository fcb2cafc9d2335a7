"""Whole games between bots, the same ones for the same seed on every Python.

Chance comes from Mersenne Twisters (`random.Random`), one for the deal and one for each seat, so that a
bot's appetite for numbers changes neither the deal nor another seat's luck. Each is seeded with the
number that SHA-256 gives, big-endian, for the text

    grubenpost-selfplay/1 <seed> <game> <what>

where the first game is 1 and `what` is `deal`, `seat 0`, `seat 1` and so on. The deal takes the tiles,
then the orders, each in the order of the component tables, and shuffles them from the last place down
to the second: place i is swapped with a place from 0 to i. The starting seat is drawn last. Seeding
with an int, `getrandbits` and `randrange` are the same in all versions of Python; `shuffle` is not
promised to be.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from random import Random
from typing import NamedTuple, TypeVar

from engine.rules import CARDS, TILE_COPIES, TILES, Action, Game, new_game, play, view

from . import Choose, choose

T = TypeVar("T")


class Finished(NamedTuple):
    """A game from its opening to its end."""

    opening: Game
    actions: tuple[Action, ...]
    seats: tuple[int, ...]
    """The seat of each action."""
    game: Game


def generator(seed: int, game: int, what: str) -> Random:
    """The source of chance for one purpose in one game of a series."""
    text = f"grubenpost-selfplay/1 {seed} {game} {what}"
    return Random(int.from_bytes(hashlib.sha256(text.encode()).digest(), "big"))


def opening(players: int, rng: Random, face_down: bool = False) -> Game:
    """A freshly dealt game."""
    tiles = _shuffled([tile for tile in TILES.values() for _ in range(TILE_COPIES)], rng)
    orders = _shuffled(CARDS.values(), rng)
    return new_game(players, tiles, orders, rng.randrange(players), face_down=face_down)


def _shuffled(pieces: Iterable[T], rng: Random) -> list[T]:
    shuffled = list(pieces)
    for i in range(len(shuffled) - 1, 0, -1):
        j = rng.randrange(i + 1)
        shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
    return shuffled


def play_game(opened: Game, bots: Sequence[str | Choose], rngs: Sequence[Random]) -> Finished:
    """Play to the end: a bot and a source of chance for each seat, each bot seeing its own view."""
    game = opened
    actions: list[Action] = []
    seats: list[int] = []
    while not game.over:
        seat = game.turn
        action = choose(bots[seat], view(game, seat), rngs[seat])
        actions.append(action)
        seats.append(seat)
        game = play(game, action, seat).game
    return Finished(opened, tuple(actions), tuple(seats), game)


def play_one(seed: int, number: int, bots: Sequence[str | Choose], face_down: bool = False) -> Finished:
    """One game of a series, the first being number 1. There is a bot for each seat."""
    dealt = opening(len(bots), generator(seed, number, "deal"), face_down)
    rngs = [generator(seed, number, f"seat {seat}") for seat in range(len(bots))]
    return play_game(dealt, bots, rngs)

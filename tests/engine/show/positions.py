"""Positions to look at: seeded random games of several tastes, from the draft to the end."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.rules import Game, play
from engine.show import WIDTH
from tests.engine.rules.table import TASTES, random_action, random_opening

NAMES = ["Anna", "Ben", "Jürgen", "Bartholomew the Elder\x1b[31m"]


def random_positions(
    players: int, seed: int, taste: str, *, face_down: bool = False, every: int = 7
) -> Iterator[Game]:
    """Every so manieth position of a game, and its end."""
    rng = Random(seed)
    game = random_opening(players, rng, face_down=face_down)
    while not game.over:
        if game.ply % every == 0 or game.drawn:
            yield game
        game = play(game, random_action(game, rng, TASTES[taste])).game
    yield game


def is_plain(text: str) -> bool:
    """Whether a text is fit for any mail: printable ASCII, no long line, no space at a line's end."""
    lines = text.split("\n")
    printable = all(line.isascii() and line.isprintable() for line in lines)
    return printable and all(len(line) <= WIDTH and line == line.rstrip() for line in lines)

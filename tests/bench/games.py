"""Random games with three players, and the decisions in them, against random games of chess."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from tests.bench.figures import Figure, at_least, compare
from tests.bench.playouts import play_chess, play_randomly


def measure() -> Iterator[Figure]:
    rng = Random(1)
    games = compare(lambda: bool(play_randomly(3, rng)), lambda: bool(play_chess(rng).ply()))
    yield at_least("random games, 3 players", "games/s", games, 5)
    decisions = compare(lambda: play_randomly(3, rng), lambda: play_chess(rng).ply())
    yield at_least("random decisions, 3 players", "plies and work steps/s", decisions, 4)

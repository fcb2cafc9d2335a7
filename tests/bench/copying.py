"""Copying a position against copying a chess board without its history."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from tests.bench.figures import Figure, compare, time_of
from tests.bench.playouts import chess_positions, middle_positions

POSITIONS = 100
AT_MOST = 3


def measure() -> Iterator[Figure]:
    rng = Random(3)
    games, boards = middle_positions(4, rng, POSITIONS), chess_positions(rng, POSITIONS)

    def copy_games() -> int:
        return len([game.copy() for game in games])

    def copy_boards() -> int:
        return len([board.copy(stack=False) for board in boards])

    speeds = compare(copy_games, copy_boards, seconds=0.05)
    ratio = 1 / speeds.ratio
    yield Figure(
        name="copying a game, 4 players",
        value=time_of(speeds.ours),
        unit="µs",
        peer=time_of(speeds.theirs),
        ratio=ratio,
        wanted=f"ratio <= {AT_MOST}",
        met=ratio <= AT_MOST,
    )

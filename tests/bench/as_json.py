"""A position as JSON: how long the text is at most, and how long writing it takes next to a FEN."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

from engine.rules import Game, play, to_data
from tests.bench.figures import Figure, compare, time_of
from tests.bench.playouts import chess_positions, positions

GAMES = 20
MOST_BYTES = 2000
MOST_TIME = 100

dumps = json.JSONEncoder(separators=(",", ":")).encode


def measure() -> Iterator[Figure]:
    rng = Random(4)
    games = [game for _ in range(GAMES) for game in _whole_game(rng)]
    longest = max(len(dumps(to_data(game)).encode()) for game in games)
    yield Figure(
        name="a game as JSON, 4 players, the longest",
        value=longest,
        unit="bytes",
        peer=None,
        ratio=None,
        wanted=f"value <= {MOST_BYTES}",
        met=longest <= MOST_BYTES,
    )
    sample, boards = games[:: len(games) // 100], chess_positions(rng, 20)
    speeds = compare(
        lambda: len([dumps(to_data(game)) for game in sample]),
        lambda: len([board.fen() for board in boards]),
        seconds=0.05,
    )
    time = time_of(speeds.ours)
    yield Figure(
        name="a game as JSON, 4 players",
        value=time,
        unit="µs",
        peer=time_of(speeds.theirs),
        ratio=1 / speeds.ratio,
        wanted=f"value <= {MOST_TIME}",
        met=time <= MOST_TIME,
    )


def _whole_game(rng: Random) -> list[Game]:
    """Every position of a game, the last one too."""
    course = list(positions(4, rng))
    return [*(game for game, _ in course), play(*course[-1]).game]

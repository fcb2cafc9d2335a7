"""The mining planner with ten steps: its slow cases against forty listings of the legal moves in chess."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from statistics import median, quantiles
from time import process_time

from engine.rules.mining.planner import plans
from tests.bench.figures import Figure
from tests.bench.playouts import chess_positions, middle_positions

POSITIONS = 1000
BOARDS = 40
STEPS = 10
EVERY = 10
"""So many positions between two looks at the peer."""


def measure() -> Iterator[Figure]:
    rng = Random(5)
    games = [game for players in (2, 3, 4) for game in middle_positions(players, rng, POSITIONS // 3 + 1)]
    rng.shuffle(games)
    boards = chess_positions(rng, BOARDS)
    ours, theirs = [], []
    for number, game in enumerate(games[:POSITIONS]):
        pit = game.pits[game.turn]
        start = process_time()
        plans(pit, STEPS)
        ours.append(process_time() - start)
        if number % EVERY == 0:
            start = process_time()
            for board in boards:
                list(board.legal_moves)
            theirs.append(process_time() - start)
    slow, peer = quantiles(ours, n=100)[-1], median(theirs)
    yield Figure(
        name="mining planner, 10 steps, p99",
        value=slow * 1e6,
        unit="µs",
        peer=peer * 1e6,
        ratio=slow / peer,
        wanted="ratio <= 1",
        met=slow <= peer,
    )

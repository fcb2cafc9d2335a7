"""A finished four-player game again from its texts, every move checked, against a game of chess from UCI."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from random import Random

import chess

from engine.rules import replay
from tests.bench.figures import Figure, at_least, compare
from tests.bench.playouts import play_chess, positions

GAMES = 40


def measure() -> Iterator[Figure]:
    rng = Random(2)
    ours, theirs = [], []
    for _ in range(GAMES):
        course = list(positions(4, rng))
        ours.append((course[0][0], [action.write() for _, action in course]))
        theirs.append([move.uci() for move in play_chess(rng).move_stack])
    next_ours, next_theirs = cycle(ours), cycle(theirs)

    def replay_ours() -> int:
        return replay(*next(next_ours)).over

    def replay_theirs() -> int:
        board = chess.Board()
        for uci in next(next_theirs):
            board.push_uci(uci)
        return board.is_game_over()

    yield at_least("checked replay, 4 players", "games/s", compare(replay_ours, replay_theirs), 1)

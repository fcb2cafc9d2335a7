"""How fast the bots decide, next to random plies of chess.

The aim is 300 decisions a second for `greedy`, and 60 for `foreman`, where python-chess plays 14,000 random
plies.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.bots.selfplay import opening, play_game
from tests.bench.figures import Figure, at_least, compare
from tests.bench.playouts import play_chess

CHESS_PLIES = 14_000
WANTED = {"greedy": 300, "foreman": 60}


def measure() -> Iterator[Figure]:
    rng = Random(6)
    for bot, wanted in WANTED.items():
        speeds = compare(lambda bot=bot: _decisions(bot, rng), lambda: play_chess(rng).ply())
        yield at_least(f"decisions of {bot}, 3 players", "decisions/s", speeds, wanted / CHESS_PLIES)


def _decisions(bot: str, rng: Random) -> int:
    return len(play_game(opening(3, rng), [bot] * 3, [rng] * 3).actions)

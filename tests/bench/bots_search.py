"""How many nodes and playouts the baron gets through, and what a second core brings.

Two cores decide two positions at once, as a tournament does: one decision is not split. The speed-up is
measured by the clock on the wall, so it is only as good as the machine is idle.
"""

from __future__ import annotations

from collections.abc import Iterator
from multiprocessing import get_context
from multiprocessing.pool import Pool
from random import Random
from statistics import median
from time import perf_counter

from engine.bots.baron import NODES, search
from engine.bots.selfplay import play_one
from engine.rules import Game, play, view
from tests.bench.figures import Figure, Speeds, at_least, compare
from tests.bench.playouts import play_chess

CHESS_PLIES = 14_000
SECONDS_A_MOVE = 0.2
CORES = 2
ROUNDS_OF_TWO = 5
POSITIONS = 8


def measure() -> Iterator[Figure]:
    rng = Random(6)
    seen = _views()
    speeds = compare(lambda: _decide(seen[rng.randrange(len(seen))]), lambda: play_chess(rng).ply(), rounds=8)
    wanted = 1 / SECONDS_A_MOVE / CHESS_PLIES
    yield at_least("decisions of baron, 2 players", "decisions/s", speeds, wanted)
    playouts = sum(_playouts(each) for each in seen) / len(seen)
    told = Speeds(speeds.ours * playouts, speeds.theirs, speeds.ratio * playouts)
    yield at_least("playouts of baron, 2 players", "playouts/s", told, 0)
    yield _two_cores(seen)


def _views() -> list[Game]:
    """Positions from the whole course of a game."""
    finished = play_one(1, 1, ["foreman", "foreman"])
    game, found = finished.opening, []
    for action in finished.actions:
        found.append(view(game, game.turn))
        game = play(game, action).game
    return found[:: len(found) // POSITIONS]


def _decide(seen: Game) -> int:
    search(seen, Random(1), NODES)
    return 1


def _playouts(seen: Game) -> int:
    """How often a game was played on from here."""
    return sum(len(weighed.leads) for weighed in search(seen, Random(1), NODES))


def _two_cores(seen: list[Game]) -> Figure:
    with get_context("spawn").Pool(CORES) as pool:
        pool.map(_decide, seen[:CORES], chunksize=1)
        rounds = [(_wall(pool, seen, 1), _wall(pool, seen, CORES)) for _ in range(ROUNDS_OF_TWO)]
    alone, together = (median(times) for times in zip(*rounds, strict=True))
    name, wanted = "baron, two decisions at once on two cores", "told only"
    return Figure(
        name, len(seen) / together, "decisions/s", len(seen) / alone, alone / together, wanted, True
    )


def _wall(pool: Pool, seen: list[Game], cores: int) -> float:
    """Seconds for all decisions with so many at a time."""
    begun = perf_counter()
    if cores == 1:
        for each in seen:
            pool.apply(_decide, (each,))
    else:
        pool.map(_decide, seen, chunksize=1)
    return perf_counter() - begun

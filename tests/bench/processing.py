"""Letters dealt with and nothing else, by four worker processes on PostgreSQL and by one.

The inbox is full, nothing is fetched and nothing is sent. Each round brings one move of every game; a round
is timed from its first mail that is done to its last, because until then the workers are asleep.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from server.ledger import models as rows
from server.ledger.store import Ledger
from tests.bench.club import GAMES, Club, fill_inbox, usual_club, waiting
from tests.bench.figures import Figure
from tests.bench.running import configure, running, wait_until
from tests.server.postgres import Postgres, running_postgres

PLIES, WARM_UP = 12, 3
WORKERS = 4
TIMES = 1.4


def measure() -> Iterator[Figure]:
    club = usual_club()
    with running_postgres(durable=True) as postgres:
        # One worker before and after, so that what else the machine does is in both.
        one, four, again = (_speed(postgres, club, workers) for workers in (1, WORKERS, 1))
    alone = (one + again) / 2
    yield Figure(
        name=f"letters dealt with, {WORKERS} workers on PostgreSQL",
        value=four,
        unit="moves/s",
        peer=alone,
        ratio=four / alone,
        wanted=f"ratio >= {TIMES}",
        met=four / alone >= TIMES,
    )


def _speed(postgres: Postgres, club: Club, workers: int) -> float:
    with tempfile.TemporaryDirectory() as folder, postgres.database() as url:
        club.copy_to(url)
        configure(Path(folder), club, url)
        with Ledger(url) as ledger, running(Path(folder), club.time, "clerks", processes=workers):
            times = [_round(ledger, club, ply) for ply in range(PLIES)]
    return (GAMES - 1) * (PLIES - WARM_UP) / sum(times[WARM_UP:])


def _round(ledger: Ledger, club: Club, ply: int) -> float:
    """Put one move of every game into the inbox: the seconds from the first one done to the last."""
    fill_inbox(ledger, club, ply)
    wait_until(lambda: waiting(ledger, rows.Inbox) < GAMES, 0.002)
    start, left = time.monotonic(), waiting(ledger, rows.Inbox)
    wait_until(lambda: not waiting(ledger, rows.Inbox), 0.005)
    return (time.monotonic() - start) * (GAMES - 1) / left

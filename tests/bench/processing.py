"""Letters dealt with and nothing else, by four worker processes on PostgreSQL and by one.

The inbox is full, nothing is fetched and nothing is sent. Each round brings one move of every game. It is
timed while all workers are at work: after the last of them has looked for mail, and before the first of
them can find none.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from server.desk.clerk import BATCH
from server.ledger import models as rows
from server.ledger.store import Ledger
from server.service.clerks import POLL
from tests.bench.club import Club, fill_inbox, make_club, waiting
from tests.bench.figures import Figure
from tests.bench.running import configure, running, wait_until
from tests.server.postgres import Postgres, running_postgres

GAMES, SKIPPED = 384, 24
"""More games than a worker keeps at hand, as in a club that needs several workers."""
ROUNDS, WARM_UP = 3, 1
WORKERS = 4
TIMES = 1.4


def measure() -> Iterator[Figure]:
    club = make_club(GAMES, SKIPPED, ROUNDS)
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
            rounds = [_round(ledger, club, ply) for ply in range(ROUNDS)][WARM_UP:]
    return sum(moves for moves, _ in rounds) / sum(seconds for _, seconds in rounds)


def _round(ledger: Ledger, club: Club, ply: int) -> tuple[int, float]:
    """Put one move of every game into the inbox: how many were dealt with in how many timed seconds."""
    fill_inbox(ledger, club, ply)
    time.sleep(1.2 * POLL)
    start, before = time.monotonic(), waiting(ledger, rows.Inbox)
    wait_until(lambda: waiting(ledger, rows.Inbox) <= WORKERS * BATCH)
    seconds, after = time.monotonic() - start, waiting(ledger, rows.Inbox)
    wait_until(lambda: not waiting(ledger, rows.Inbox))
    return before - after, seconds

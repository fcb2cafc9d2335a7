"""What a move costs the desk as a game grows longer and the ledger fuller, and how much memory that takes.

The same letters are dealt with in every case. The games that only fill the ledger are copies of real ones
under other ids, so that every list and every index holds them.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

from sqlalchemy import insert
from sqlmodel import select

from server.ledger import models as rows
from server.ledger.statements import table_of
from server.ledger.store import Ledger
from tests.bench.club import Club, fill_inbox, make_club, waiting
from tests.bench.figures import Figure
from tests.bench.running import configure, running, wait_until
from tests.server.real.authority import make_authority
from tests.server.real.dovecot import running_dovecot
from tests.server.real.postfix import DOMAIN, running_postfix

FEW, FULL = 10, 10_000
TIMES = 1.5
PLIES = 12
LATE = 100
MOST_MEMORY = 300
MOVED_IN = 160
"""So many games get a move while the memory is measured: more than the server keeps at hand."""
COPIED_ENTRIES = 8
"""Of the log of a game that only fills the ledger; nobody ever reads it."""


def measure() -> Iterator[Figure]:
    young, old = make_club(FEW, 0, PLIES), make_club(FEW, LATE - PLIES, PLIES)
    first, late = _cost(young, range(1)), _cost(old, range(PLIES - 1, PLIES))
    yield _ratio(f"a move at ply {LATE} against one at ply 1", late, first)
    middle = make_club(FEW, 24, PLIES)
    few, many = _cost(middle, range(2, PLIES)), _cost(middle, range(2, PLIES), FULL)
    yield _ratio(f"a move among {FULL:,} games against one among {FEW}", many, few)
    yield _memory()


def _ratio(name: str, cost: float, peer: float) -> Figure:
    return Figure(
        name=name,
        value=1000 * cost,
        unit="ms",
        peer=1000 * peer,
        ratio=cost / peer,
        wanted=f"ratio <= {TIMES}",
        met=cost / peer <= TIMES,
    )


def _cost(club: Club, plies: range, games: int = 0) -> float:
    """Seconds of processor time for one of these moves; those before them and the first games warm it up."""
    with club.sqlite() as url, Ledger(url) as ledger:
        fill(ledger, games)
        house = club.house(ledger)
        spent = []
        for ply in range(plies.stop):
            for number, moves in enumerate(club.moves.values()):
                house.post(moves[ply])
                start = time.process_time()
                while house.clerk.work_once():
                    pass
                if ply in plies and number >= FEW // 2:
                    spent.append(time.process_time() - start)
        assert house.outcome() == "done"
    return median(spent)


def fill(ledger: Ledger, games: int, whole: bool = False) -> None:
    """Copy games, with the whole of their logs or the beginning, until there are so many."""
    with ledger.writing() as session:
        known = session.exec(select(rows.Game.id)).all()
        copies = {_id(number): known[number % len(known)] for number in range(len(known), games)}
        for kind, key in ((rows.Game, "id"), (rows.Seat, "game_id"), (rows.Entry, "game_id")):
            table = table_of(kind)
            query = select(table)
            if kind is rows.Entry and not whole:
                query = query.where(table.c.seq < COPIED_ENTRIES)
            originals: dict[str, list[dict[str, Any]]] = {game: [] for game in known}
            for row in session.connection().execute(query).mappings():
                originals[row[key]].append(dict(row))
            new = [{**row, key: copy} for copy, game in copies.items() for row in originals[game]]
            if new:
                session.connection().execute(insert(table), new)


def _id(number: int) -> str:
    """An id that no real game has: theirs are not made in order."""
    return f"{number:05}z"


def _memory() -> Figure:
    """The most memory of a server with all its parts that deals with moves in many of its games."""
    club = make_club(MOVED_IN, 24, 2)
    with tempfile.TemporaryDirectory() as name, club.sqlite() as url, Ledger(url) as ledger:
        folder, authority = Path(name), make_authority(Path(name))
        fill(ledger, FULL)
        with running_dovecot(authority) as dovecot, running_postfix(dovecot, authority) as postfix:
            configure(folder, club, url, f"memory@{DOMAIN}", dovecot, postfix)
            with running(folder, club.time) as (server,):
                for ply in range(2):
                    fill_inbox(ledger, club, ply)
                    wait_until(lambda: not waiting(ledger, rows.Inbox), 0.2)
                wait_until(lambda: not waiting(ledger, rows.Outbox), 0.2)
                megabytes = server.most_memory() / 1e6
    return Figure(
        name=f"memory of a server with {FULL:,} open games",
        value=megabytes,
        unit="MB",
        peer=None,
        ratio=None,
        wanted=f"value < {MOST_MEMORY}",
        met=megabytes < MOST_MEMORY,
    )

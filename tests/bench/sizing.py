"""The room that a move by one of four players takes in the ledger: for ever, until texts go, and after that.

`docs/scale.md` reckons with these figures.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import process_time

from sqlalchemy import text

from server.ledger.store import Ledger
from tests.bench.club import make_club
from tests.bench.figures import Figure

PLIES = 90
DAY = 24 * 3600
MOST = {"for ever": 2_000, "until texts go": 40_000, "for 400 days": 6_000}
"""Bytes a move."""

PAGES = """
SELECT t.name, SUM(s.payload) FROM sqlite_master t
JOIN sqlite_master m ON m.tbl_name = t.name JOIN dbstat s ON s.name = m.name
WHERE t.type = 'table' GROUP BY t.name
"""


def measure() -> Iterator[Figure]:
    club = make_club(1, 0, PLIES)
    with club.sqlite() as url, Ledger(url) as ledger:
        house, before = club.house(ledger), _sizes(ledger)
        (moves,) = club.moves.values()
        start = process_time()
        for move in moves:
            house.post(move)
            while house.clerk.work_once():
                pass
        cost = process_time() - start
        assert house.outcome() == "done"
        after = _sizes(ledger)
        with ledger.writing() as session:  # as if all of it had been sent
            session.connection().execute(
                text("UPDATE outbox SET state = 'sent', next_at = NULL, sent_at = :at"), {"at": house.time}
            )
        house.time += 31 * DAY
        for _ in range(5):
            house.tick()
        later = _sizes(ledger)
    grown = {name: (size - before.get(name, 0)) / PLIES for name, size in after.items()}
    mails = ("inbox", "outbox")
    yield _figure("for ever", sum(size for name, size in grown.items() if name not in mails))
    yield _figure("until texts go", sum(grown[name] for name in mails))
    yield _figure("for 400 days", sum(later[name] - before.get(name, 0) for name in mails) / PLIES)
    yield Figure("processor time of a move at the desk", 1000 * cost / PLIES, "ms", None, None, "-", True)


def _sizes(ledger: Ledger) -> dict[str, int]:
    """The bytes that each table holds, with its indexes."""
    with ledger.reading() as session:
        found = session.connection().execute(text(PAGES)).all()
    return {name: int(size) for name, size in found}


def _figure(how_long: str, value: float) -> Figure:
    most = MOST[how_long]
    return Figure(
        f"room for a move of four, {how_long}", value, "bytes", None, None, f"value <= {most}", value <= most
    )

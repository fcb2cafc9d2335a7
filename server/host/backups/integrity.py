"""Whether a database is whole, as far as the database itself can tell, before anybody asks about games."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, text

from server.ledger.errors import BadLedger
from server.ledger.models import Row
from server.ledger.store import Ledger

SHOWN: Final = 5


def check_whole(ledger: Ledger) -> None:
    """Refuse a database that is damaged: every page of it is read, and what refers to what is followed."""
    with ledger.reading() as session:
        connection = session.connection()
        faults = _sqlite_faults(connection) if ledger.is_sqlite else _read_all(connection)
    if faults:
        raise BadLedger(
            "ledger/damaged",
            "the database is damaged ({faults}): stop the server, and put the last backup back with "
            "`grubenpost-server restore`",
            faults="; ".join(faults),
        )


def _sqlite_faults(connection: Connection) -> list[str]:
    found = connection.execute(text(f"PRAGMA integrity_check({SHOWN})")).scalars()
    faults = [line for line in found if line != "ok"]
    loose = connection.execute(text("PRAGMA foreign_key_check")).all()
    return [*faults, *([f"{len(loose)} rows refer to nothing"] if loose else [])]


def _read_all(connection: Connection) -> list[str]:
    """PostgreSQL checks what it reads, and says so by failing: so everything is read."""
    for table in Row.metadata.sorted_tables:
        connection.execute(text(f'SELECT count("{table.name}"::text) FROM "{table.name}"'))
    return []


def check_file(file: Path) -> dict[str, Any]:
    """Refuse an SQLite ledger that is damaged: what is in it."""
    with Ledger(f"sqlite:///{file}") as ledger:
        check_whole(ledger)
        revision = ledger.revision()
    with closing(sqlite3.connect(file)) as copy:
        games, entries, newest = copy.execute(
            "SELECT (SELECT count(*) FROM game), count(*), max(at) FROM entry"
        ).fetchone()
        players = copy.execute("SELECT count(*) FROM player").fetchone()[0]
        copy.execute("PRAGMA journal_mode = DELETE")
    return {"revision": revision, "players": players, "games": games, "entries": entries, "newest": newest}

"""The room that an SQLite ledger takes on the disk: what was erased is given back, bit by bit.

SQLite keeps the pages of erased rows for later. A file that was made for it can give them back while it is in
use; one from before has to be written anew once, which `migrate` does. PostgreSQL looks after its own room.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

from server.ledger.store import Ledger

INCREMENTAL: Final = 2
SPARE: Final = 1000
"""So many free pages stay, of 4 kB each: mails that come take them again."""
AT_ONCE: Final = 500
"""So many pages are given back in one transaction, while others wait."""


class Sizes(NamedTuple):
    """The size of a file before and after, in bytes."""

    before: int
    after: int


def give_room_back(ledger: Ledger) -> int:
    """Give some free pages of the file back to the disk, if there are many: how many pages."""
    if not ledger.is_sqlite:
        return 0
    free = _pragma(ledger, "freelist_count")
    if free <= SPARE:
        return 0
    with ledger.outside() as connection:
        # Only a script runs it to its end: any other way, it ends after a page.
        connection.executescript(f"PRAGMA incremental_vacuum({min(AT_ONCE, free - SPARE)})")
    return max(0, free - _pragma(ledger, "freelist_count"))


def _pragma(ledger: Ledger, name: str) -> int:
    with ledger.reading() as session:
        return int(session.connection().exec_driver_sql(f"PRAGMA {name}").scalar_one())


def gives_room_back(ledger: Ledger) -> bool:
    """Whether the file can give free pages back while it is in use."""
    return _pragma(ledger, "auto_vacuum") == INCREMENTAL


def write_anew(ledger: Ledger) -> Sizes:
    """Write an SQLite file anew, without free pages, so that it can give room back from then on.

    Nobody else may use it meanwhile, and for a while it takes its room twice.
    """
    file = Path(ledger.url.database or "")
    before = file.stat().st_size
    with ledger.outside() as connection:
        connection.executescript(
            f"PRAGMA auto_vacuum = {INCREMENTAL}; VACUUM; PRAGMA wal_checkpoint(TRUNCATE)"
        )
    return Sizes(before, file.stat().st_size)

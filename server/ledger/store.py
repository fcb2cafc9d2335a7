"""The ledger's doors: one to write through, one to read through.

A writing transaction is the only writer of an SQLite ledger from its first moment on, so it never finds
out too late that another was faster. A reading one sees one moment of the ledger and can't change it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Any, Self

from sqlalchemy import inspect, text
from sqlmodel import Session

from server.ledger import connection as connecting
from server.ledger.connection import connect, keep_private, read_url, reading_engine
from server.ledger.fair_lock import Turns


class Ledger:
    """The database at a URL: `sqlite:///club.sqlite`, or `postgresql://user@host/club`.

    Safe to share between threads, not between processes: each opens its own. Nothing is connected before
    it is used. As a context manager it closes itself.
    """

    def __init__(self, url: str, *, threads: int = 8) -> None:
        self.url = read_url(url)
        self.engine = connect(self.url, threads)
        self._reading = reading_engine(self.engine)
        self._turn = Turns(connecting.BUSY_SECONDS).turn if self.is_sqlite else nullcontext

    @property
    def is_sqlite(self) -> bool:
        return self.engine.dialect.name == "sqlite"

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A transaction that is committed at the end, and rolled back if anything is raised in it."""
        # What was read stays readable after the commit: a claimed row is used outside its transaction.
        with self._turn(), Session(self.engine, expire_on_commit=False) as session, session.begin():
            yield session

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A transaction in which everything is as it was at one moment, and nothing can be written."""
        with Session(self._reading, expire_on_commit=False) as session, session.begin():
            yield session

    @contextmanager
    def outside(self) -> Iterator[Any]:
        """A bare connection outside any transaction, for the little that SQLite does only there."""
        with self._turn():
            connection = self.engine.raw_connection()
            try:
                connection.cursor().execute("PRAGMA query_only = OFF")  # whoever had it may only have read
                yield connection.driver_connection
            finally:
                connection.close()

    def migrate(self) -> None:
        """Make the tables, or bring them up to date. Any number of processes may do it at once."""
        # Alembic takes as long to import as all the rest, and most commands don't need it.
        from server.ledger.migrate import upgrade  # noqa: PLC0415

        self.keep_private()
        upgrade(self.engine)

    def keep_private(self) -> None:
        """Nobody but its owner reads a ledger in a file."""
        keep_private(self.url)

    def revision(self) -> str | None:
        """The migration that the tables are at; None if there are none yet."""
        with self._reading.begin() as connection:
            if not inspect(connection).has_table("alembic_version"):
                return None
            return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_problem: object) -> None:
        self.close()

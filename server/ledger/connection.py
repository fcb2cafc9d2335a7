"""The connection to each of the two databases, and the beginning of its transactions."""

from __future__ import annotations

import sqlite3
import stat
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError

from server.ledger.errors import BadLedger

SQLITE: Final = "sqlite"
POSTGRESQL: Final = "postgresql"
BUSY_SECONDS: Final = 60
"""SQLite gives waiting processes no turns: of eight that always write, one can wait for five seconds."""
BUSY_PAUSE: Final = 0.02
IDLE_SECONDS: Final = 60
JOURNAL_BYTES: Final = 16_000_000
"""The bytes that are left of SQLite's journal after much was written at once."""

_READING: Final = "ledger_reading"


def read_url(url: str) -> URL:
    """The URL of a ledger, with the driver that we use."""
    try:
        read = make_url(url)
    except (ArgumentError, ValueError):
        # The text is not repeated: what can't be read may hold a password anywhere.
        raise BadLedger(
            "ledger/url",
            "the ledger's URL can't be read: write sqlite:///club.sqlite or postgresql://user@host/club",
        ) from None
    kind = read.get_backend_name()
    if kind == SQLITE and read.database and read.database != ":memory:":
        return read.set(drivername=SQLITE)
    if kind == POSTGRESQL:
        return read.set(drivername=f"{POSTGRESQL}+psycopg")
    raise BadLedger(
        "ledger/kind",
        "the ledger can't be kept at {url}: it takes an SQLite file (sqlite:///club.sqlite) "
        "or PostgreSQL (postgresql://user@host/club)",
        url=read.render_as_string(hide_password=True),
    )


def connect(url: URL, threads: int) -> Engine:
    """An engine with a connection for each of so many threads."""
    if url.get_backend_name() == SQLITE:
        engine = create_engine(
            url, pool_size=threads, hide_parameters=True, connect_args={"timeout": BUSY_SECONDS}
        )
        event.listen(engine, "do_connect", _make_file)
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    # A worker whose machine is gone must not hold a game's lock for ever.
    settings = f"-c idle_in_transaction_session_timeout={IDLE_SECONDS}s"
    return create_engine(
        url,
        pool_size=threads,
        pool_pre_ping=True,
        hide_parameters=True,  # no mail and no key ever stands in an error's text
        connect_args={"application_name": "grubenpost", "options": settings},
    )


def reading_engine(engine: Engine) -> Engine:
    """The same connections for transactions that only read."""
    if engine.dialect.name == SQLITE:
        return engine.execution_options(**{_READING: True})
    return engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)


def _make_file(_dialect: object, _record: object, args: list[Any], _settings: object) -> None:
    """The file is for its owner only: it holds keys and addresses. SQLite's other files follow it."""
    file = Path(args[0])
    if not file.parent.is_dir():
        raise BadLedger(
            "ledger/folder", "the ledger {file} can't be made: there is no such folder", file=str(file)
        )
    with suppress(FileExistsError):
        file.touch(mode=0o600, exist_ok=False)


def keep_private(url: URL) -> None:
    """Close an SQLite file to others: one that was restored may be open to all."""
    file = Path(url.database or "")
    if url.get_backend_name() != SQLITE or not file.exists():
        return
    for each in (file, *(file.with_name(f"{file.name}{ending}") for ending in ("-wal", "-shm"))):
        with suppress(OSError):  # `check` tells of it
            if stat.S_IMODE(each.stat().st_mode) & 0o077:
                each.chmod(0o600)


def _set_up_sqlite(connection: Any, _record: object) -> None:
    # Python's own guesses when a transaction begins are turned off: `_begin_sqlite` says it.
    connection.isolation_level = None
    # Only for a file that is made now: else it takes the writer's turn. `migrate` writes others anew.
    if connection.execute("PRAGMA page_count").fetchone()[0] == 0:
        connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
    _write_ahead(connection)
    connection.execute(f"PRAGMA journal_size_limit = {JOURNAL_BYTES}")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    # Not all builds do so by themselves: what is erased is overwritten, too.
    connection.execute("PRAGMA secure_delete = ON")
    # Else REPLACE would delete a row of an append-only table without its trigger being asked.
    connection.execute("PRAGMA recursive_triggers = ON")


def _write_ahead(connection: sqlite3.Connection) -> None:
    """For this, in a file that others write now, SQLite does not wait by itself as it does for all else."""
    end = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise
            time.sleep(BUSY_PAUSE)


def _begin_sqlite(connection: Connection) -> None:
    reading = bool(connection.get_execution_options().get(_READING))
    connection.exec_driver_sql(f"PRAGMA query_only = {'ON' if reading else 'OFF'}")
    connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")

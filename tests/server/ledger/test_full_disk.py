"""A full disk or a lost database is no mail's fault: nothing is set aside or lost, it goes on later."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
import pytest
from sqlalchemy import URL, create_engine, event, text
from sqlalchemy.exc import DataError, IntegrityError, InterfaceError, OperationalError

from server.desk.clerk import LEASE, TRIES
from server.ledger import models as rows
from server.ledger.outage import is_outage
from server.ledger.store import Ledger
from tests.server.house import House, mail
from tests.server.playing import first_move, make_club, make_table, play_on, to_move


@contextmanager
def full_disk(ledger: Ledger) -> Iterator[None]:
    """SQLite is told that no page more can be had: the same error as on a full disk, at the same places."""

    def bound(connection: sqlite3.Connection, *_: object) -> None:
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages}")

    ledger.engine.dispose()
    event.listen(ledger.engine, "connect", bound)
    try:
        yield
    finally:
        event.remove(ledger.engine, "connect", bound)
        ledger.engine.dispose()


def test_a_full_disk_sets_no_mail_aside(house: House) -> None:
    both, game = make_table(house, 2)
    mover = both[0]
    while to_move(both) is not mover:
        play_on(both, 1)
    before = house.game(game).ply
    house.post(*(mail(f"x{number}@example.net", "help") for number in range(30)))
    house.post(mail(mover.address, "my move", mover.move_letter(first_move(mover))))
    with full_disk(house.ledger):
        failures = 0
        for _ in range(4 * TRIES):
            house.time += LEASE + 1
            try:
                house.clerk.work_once()
            except OperationalError as error:
                assert "full" in str(error)
                failures += 1
        assert failures >= TRIES, "the disk was not full at all"
    assert "aside" not in {row.state for row in house.all(rows.Inbox)}
    house.time += LEASE + 1
    house.work()
    assert {row.state for row in house.all(rows.Inbox)} == {"done"}
    assert house.game(game).ply > before


def test_a_poisoned_mail_is_set_aside_all_the_same(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """What fails in the same way again and again, with all the rest being well, is the mail's fault."""
    import server.desk.desk

    def fail(*_: object) -> None:
        raise DataError("INSERT", {}, ValueError("NUL"))

    monkeypatch.setattr(server.desk.desk, "attend", fail)
    house.post(mail("x@example.net", "help"))
    for _ in range(TRIES):
        house.work()
        house.time += LEASE
    assert [row.state for row in house.all(rows.Inbox)] == ["aside"]


def end_connections(url: URL) -> None:
    """End all connections to a database but our own."""
    engine = create_engine(url)
    others = "pid <> pg_backend_pid() AND datname = current_database()"
    with engine.begin() as connection:
        connection.execute(text(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}"))
    engine.dispose()


def test_a_database_that_goes_away_in_the_middle(postgresql_url: str) -> None:
    with Ledger(postgresql_url) as ledger:
        house = House(ledger)
        make_club(house, 2)
        house.post(mail("x@example.net", "help"))
        process = house.desk.process

        def process_in_vain(_row: rows.Inbox) -> str:
            with ledger.writing() as session:
                session.connection().execute(text("SELECT 1"))
                end_connections(ledger.url)
                session.connection().execute(text("SELECT 1"))
            return "done"

        house.desk.process = process_in_vain  # type: ignore[method-assign]
        for _ in range(2 * TRIES):
            with pytest.raises(OperationalError):
                house.clerk.work_once()
        house.desk.process = process  # type: ignore[method-assign]
        house.work()
        assert {row.state for row in house.all(rows.Inbox)} == {"done"}


@pytest.mark.parametrize(
    ("error", "outage"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), True),
        (OSError(errno.EIO, "Input/output error"), True),
        (OSError(errno.EDQUOT, "Disk quota exceeded"), True),
        (ConnectionResetError(), True),
        (MemoryError(), True),
        (OperationalError("", {}, sqlite3.OperationalError("database or disk is full")), True),
        (OperationalError("", {}, psycopg.errors.DiskFull("could not extend file")), True),
        (OperationalError("", {}, psycopg.errors.AdminShutdown("terminating")), True),
        (InterfaceError("", {}, psycopg.InterfaceError("the connection is closed")), True),
        (IntegrityError("", {}, sqlite3.IntegrityError("UNIQUE constraint failed")), False),
        (DataError("", {}, ValueError("NUL")), False),
        (FileNotFoundError(errno.ENOENT, "No such file"), False),
        (ZeroDivisionError(), False),
        (RecursionError(), False),
        (KeyError("x"), False),
    ],
)
def test_what_is_the_machine_s_fault(error: Exception, outage: bool) -> None:
    assert is_outage(error) is outage

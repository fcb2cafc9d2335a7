"""What is in the log, the key log and the list of taken letters stays there: the database sees to it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError
from sqlmodel import col, select

from server.ledger.models import Entry
from server.ledger.queues import append_keyletter, take_letter
from server.ledger.store import Ledger
from tests.server.ledger.samples import NOW, entry, game

TABLES = ("entry", "taken", "keyletter")
KEYS = {"entry": "game_id, seq", "taken": "letter_id", "keyletter": "id"}
CHANGES = (
    "UPDATE {table} SET at = at + 1",
    "DELETE FROM {table}",
    "INSERT INTO {table} SELECT * FROM {table} WHERE true ON CONFLICT ({key}) DO UPDATE SET at = 0",
)
ONLY_SQLITE = ("INSERT OR REPLACE INTO {table} SELECT * FROM {table}", "UPDATE OR REPLACE {table} SET at = 0")
ONLY_POSTGRESQL = ("TRUNCATE {table}", "DELETE FROM {table} WHERE at = 0")


@pytest.fixture
def written(ledger: Ledger) -> Iterator[Ledger]:
    """A ledger with a row in each of the tables; they must be as they were when the test is over."""
    with ledger.writing() as session:
        game(session)
        session.add(entry())
        assert take_letter(session, "letter", NOW, "pit", 0)
        assert append_keyletter(session, NOW, b"raw") == 1
    before = rows_of(ledger)
    yield ledger
    assert rows_of(ledger) == before


def rows_of(ledger: Ledger) -> list[list[object]]:
    with ledger.reading() as session:
        return [list(session.connection().execute(text(f"SELECT * FROM {table}"))) for table in TABLES]


def refused(ledger: Ledger, table: str, statement: str) -> None:
    with (
        pytest.raises(IntegrityError, match=f"{table} is append-only: its rows are never changed or deleted"),
        ledger.writing() as session,
    ):
        session.connection().execute(text(statement))


@pytest.mark.parametrize("table", TABLES)
def test_no_row_is_changed_deleted_or_replaced(written: Ledger, table: str) -> None:
    for change in (*CHANGES, *(ONLY_SQLITE if written.is_sqlite else ONLY_POSTGRESQL)):
        refused(written, table, change.format(table=table, key=KEYS[table]))


def test_an_object_can_be_changed_but_not_written_back(written: Ledger) -> None:
    with pytest.raises(IntegrityError, match="append-only"), written.writing() as session:
        session.exec(select(Entry).where(col(Entry.seq) == 0)).one().facts = "other"
    with pytest.raises(IntegrityError, match="append-only"), written.writing() as session:
        session.delete(session.exec(select(Entry)).one())


def test_rows_are_still_added(ledger: Ledger) -> None:
    with ledger.writing() as session:
        game(session)
        for seq in range(3):
            session.add(entry(seq))
            assert append_keyletter(session, NOW, None, '{"handle":"anna"}') == seq + 1
    with ledger.reading() as session:
        assert session.exec(select(Entry.seq).order_by(col(Entry.seq))).all() == [0, 1, 2]

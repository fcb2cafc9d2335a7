"""Copying a whole ledger into another database: the way from SQLite to PostgreSQL, or back."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Connection, Integer, Table, func, insert, select, text

from server.host.setup.house import check_revision
from server.ledger.errors import BadLedger
from server.ledger.models import Row
from server.ledger.store import Ledger

CHUNK: Final = 500


def copy_ledger(source: Ledger, target: Ledger) -> dict[str, int]:
    """Copy every row, all of them or none: how many of each table. The target has to be empty."""
    check_revision(source)
    target.migrate()
    with source.reading() as reading, target.writing() as writing:
        old, new = reading.connection(), writing.connection()
        _check_empty(new)
        copied = {table.name: _copy_table(old, new, table) for table in Row.metadata.sorted_tables}
        if not target.is_sqlite:
            for table in Row.metadata.sorted_tables:
                _advance_numbers(new, table)
    return copied


def _check_empty(new: Connection) -> None:
    for table in Row.metadata.sorted_tables:
        if new.execute(select(func.count()).select_from(table)).scalar_one():
            raise BadLedger(
                "copy/not-empty",
                "the ledger that is copied into has rows in {table} already: take an empty database",
                table=table.name,
            )


def _copy_table(old: Connection, new: Connection, table: Table) -> int:
    copied = 0
    found = old.execution_options(yield_per=CHUNK).execute(select(table).order_by(*table.primary_key))
    for rows in found.mappings().partitions(CHUNK):
        new.execute(insert(table), [dict(row) for row in rows])
        copied += len(rows)
    return copied


def _advance_numbers(new: Connection, table: Table) -> None:
    """PostgreSQL numbers new rows by itself, and must go on after those that brought their numbers along."""
    for column in table.primary_key:
        asked: Any = text("SELECT pg_get_serial_sequence(:table, :column)")
        sequence = new.execute(asked, {"table": f'"{table.name}"', "column": column.name}).scalar()
        if isinstance(column.type, Integer) and sequence is not None:
            last = select(func.max(column)).scalar_subquery()
            new.execute(select(func.setval(sequence, func.coalesce(last, 1), last.is_not(None))))

"""Small parts of writing that both databases share."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Table, inspect
from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import Session

from server.ledger.models import Row

LONGEST_TEXT: Final = 2000


def table_of(kind: type[Row]) -> Table:
    table = inspect(kind).local_table
    assert isinstance(table, Table)
    return table


def insert_into(session: Session, kind: type[Row]) -> postgresql.Insert | sqlite.Insert:
    """An INSERT that can say what shall happen when the row is there already."""
    if session.get_bind().dialect.name == "postgresql":
        return postgresql.insert(table_of(kind))
    return sqlite.insert(table_of(kind))


def insert_once(session: Session, row: Row, key: str) -> Any:
    """Insert a row unless one with this key is there: the new row's primary key, or None."""
    table = table_of(type(row))
    statement = (
        insert_into(session, type(row))
        .values(row.model_dump(exclude={"id"}))
        .on_conflict_do_nothing(index_elements=[key])
        .returning(*table.primary_key)
    )
    return session.exec(statement).scalar_one_or_none()


def storable(text: str) -> str:
    """Any text in a form that both databases take: a report about a hostile mail must never be its victim."""
    whole = text.encode("utf-8", "replace").decode("utf-8").replace("\0", "\N{REPLACEMENT CHARACTER}")
    return whole[:LONGEST_TEXT]

"""Small parts of writing that both databases share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
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


def dialect_of(session: Session) -> str:
    """Which of the two databases it is: postgresql or sqlite."""
    return session.get_bind().dialect.name


def insert_into(dialect: str, kind: type[Row]) -> postgresql.Insert | sqlite.Insert:
    """An INSERT that can say what shall happen when the row is there already."""
    if dialect == "postgresql":
        return postgresql.insert(table_of(kind))
    return sqlite.insert(table_of(kind))


def insert_once(session: Session, row: Row, key: str) -> Any:
    """Insert a row unless one with this key is there: the new row's primary key, or None."""
    statement = _insert_once(dialect_of(session), type(row), key)
    return session.exec(statement, params=_values(row)).scalar_one_or_none()


def insert_all_once(session: Session, rows: Sequence[Row], key: str) -> None:
    """Insert rows of one kind, but for those whose key is there, all of them in one go."""
    if rows:
        insert_values_once(session, type(rows[0]), [_values(row) for row in rows], key)


def insert_values_once(
    session: Session, kind: type[Row], values: Sequence[Mapping[str, object]], key: str
) -> None:
    """The same with the bare values, which are quicker to make than rows."""
    if values:
        session.exec(_unless_there(dialect_of(session), kind, key), params=list(values))


def _values(row: Row) -> dict[str, object]:
    return {name: value for name, value in row.__dict__.items() if name in _columns(type(row))}


@cache
def _columns(kind: type[Row]) -> frozenset[str]:
    """All but the number that the database gives."""
    return frozenset(table_of(kind).columns.keys()) - {"id"}


# Made once, because several of them are part of every move.


@cache
def _unless_there(dialect: str, kind: type[Row], key: str) -> Any:
    return insert_into(dialect, kind).on_conflict_do_nothing(index_elements=[key])


@cache
def _insert_once(dialect: str, kind: type[Row], key: str) -> Any:
    return _unless_there(dialect, kind, key).returning(*table_of(kind).primary_key)


def storable(text: str) -> str:
    """Any text in a form that both databases take: a report about a hostile mail must never be its victim."""
    whole = text.encode("utf-8", "replace").decode("utf-8").replace("\0", "\N{REPLACEMENT CHARACTER}")
    return whole[:LONGEST_TEXT]

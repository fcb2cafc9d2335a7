"""Small parts of writing that both databases share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from sqlalchemy import CursorResult, Executable, Table, event, inspect
from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import Session

from server.ledger.models import Row

LONGEST_TEXT: Final = 2000


def table_of(kind: type[Row]) -> Table:
    table = inspect(kind).local_table
    assert isinstance(table, Table)
    return table


def run(
    session: Session, statement: Executable, values: Mapping[str, object] | Sequence[Mapping[str, object]]
) -> CursorResult[*tuple[Any, ...]]:
    """Carry out a statement whose result is bare values, past all that a session does to make objects of it.

    That takes half the time, so it is for what is part of every move.
    """
    session.flush()
    return session.connection().execute(statement, values)


def dialect_of(session: Session) -> str:
    """The name of the database: postgresql or sqlite."""
    return session.get_bind().dialect.name


def insert_into(dialect: str, kind: type[Row]) -> postgresql.Insert | sqlite.Insert:
    """An INSERT that can say what shall happen when the row is there already."""
    if dialect == "postgresql":
        return postgresql.insert(table_of(kind))
    return sqlite.insert(table_of(kind))


def insert_once(session: Session, row: Row, key: str) -> Any:
    """Insert a row unless one with this key is there: the new row's primary key, or None."""
    statement = _insert_once(dialect_of(session), type(row), key)
    return run(session, statement, _values(row)).scalar_one_or_none()


def insert_values_once(
    session: Session, kind: type[Row], values: Sequence[Mapping[str, object]], key: str
) -> int:
    """Insert rows, but for those whose key is there, all of them in one go: how many were new.

    They are handed in as bare values, which are quicker to make than rows.
    """
    if not values:
        return 0
    return len(run(session, _insert_once(dialect_of(session), kind, key), list(values)).all())


def _values(row: Row) -> dict[str, object]:
    return {name: value for name, value in row.__dict__.items() if name in _columns(type(row))}


@cache
def _columns(kind: type[Row]) -> frozenset[str]:
    """All but the number that the database gives."""
    return frozenset(table_of(kind).columns.keys()) - {"id"}


@cache
def _insert_once(dialect: str, kind: type[Row], key: str) -> Any:
    """Made once, because several of them are part of every move."""
    unless_there = insert_into(dialect, kind).on_conflict_do_nothing(index_elements=[key])
    return unless_there.returning(*table_of(kind).primary_key)


def storable(text: str) -> str:
    """Any text in a form that both databases take: a report about a hostile mail must never be its victim."""
    whole = text.encode("utf-8", "replace").decode("utf-8").replace("\0", "\N{REPLACEMENT CHARACTER}")
    return whole[:LONGEST_TEXT]


def keep_at_hand(session: Session) -> None:
    """Keep every row that is read until the session ends: SQLAlchemy forgets one that nobody holds, and asks
    for it again."""
    kept: list[object] = []
    event.listen(session, "loaded_as_persistent", lambda _session, row: kept.append(row))

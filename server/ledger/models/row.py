"""The base of all tables: the place where they are gathered, and the names of their constraints.

Every constraint has a name that follows from its place, the same in both databases, so that a migration
can change it later.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import CheckConstraint, MetaData
from sqlalchemy.orm import registry
from sqlmodel import SQLModel

NAMES: Final = {
    "pk": "pk_%(table_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
}

NEVER_AGAIN: Final = {"sqlite_autoincrement": True}
"""For a table whose rows can be deleted: SQLite too gives no id a second time."""


class Row(SQLModel, registry=registry(metadata=MetaData(naming_convention=NAMES))):
    """A row of the ledger."""


def one_of(column: str, *values: str) -> CheckConstraint:
    """The column holds one of these words."""
    words = ", ".join(f"'{value}'" for value in values)
    return CheckConstraint(f"{column} IN ({words})", name=column)

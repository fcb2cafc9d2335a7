"""Everything that a database says about its tables, in a form that can be compared."""

from __future__ import annotations

import re

from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import text

from server.ledger.models import Row
from server.ledger.store import Ledger

SQLITE = "SELECT name, sql FROM sqlite_master WHERE type IN ('table', 'index') AND sql IS NOT NULL"
POSTGRESQL = """
    SELECT 'column ' || table_name || '.' || column_name,
           concat_ws(' ', data_type, is_nullable, column_default)
    FROM information_schema.columns WHERE table_schema = 'public'
    UNION ALL
    SELECT 'constraint ' || conrelid::regclass || '.' || conname, pg_get_constraintdef(oid)
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    UNION ALL
    SELECT 'index ' || indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'
"""


def differences(ledger: Ledger) -> list[object]:
    """What Alembic would change to bring the tables in line with the models. It knows no CHECKs."""
    with ledger.engine.begin() as connection:
        context = MigrationContext.configure(
            connection, opts={"compare_type": True, "compare_server_default": True}
        )
        return list(compare_metadata(context, Row.metadata))


def describe(ledger: Ledger) -> dict[str, object]:
    """Each table, column, constraint and index with its definition."""
    with ledger.engine.begin() as connection:
        rows = connection.execute(text(SQLITE if ledger.is_sqlite else POSTGRESQL)).all()
    return {name: parts(definition) for name, definition in rows if "alembic_version" not in name}


def parts(definition: str) -> list[str]:
    """A definition without the order of its parts, which says nothing: SQLite puts new columns last."""
    flat = re.sub(r"\s+", " ", definition)
    found, depth = [""], 0
    for sign in flat:
        depth += {"(": 1, ")": -1}.get(sign, 0)
        if (sign, depth) in ((",", 1), ("(", 1)):
            found.append("")
        elif (sign, depth) != (")", 0):
            found[-1] += sign
    return sorted(part.strip() for part in found)

"""Runs the migrations that are packaged in `migrations/`."""

from __future__ import annotations

from typing import Final

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Engine, text

from server.ledger.errors import WrongRevision

LOCK: Final = 0x67727562656E  # any number that nobody else in the database locks


def upgrade(engine: Engine, to: str = "head") -> None:
    """Bring the tables to a revision, in one transaction: all of it happens, or nothing."""
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            # On SQLite the transaction itself keeps others out.
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        config = Config()
        config.set_main_option("script_location", "server.ledger:migrations")
        config.set_main_option("path_separator", "os")
        config.attributes["connection"] = connection
        try:
            command.upgrade(config, to)
        except CommandError as error:
            raise WrongRevision(
                "ledger/revision",
                "the ledger can't be brought up to date; was it written by a newer Grubenpost? ({why}) "
                "Install the version that wrote it, or a newer one, or put a backup from before it back",
                why=error,
            ) from error

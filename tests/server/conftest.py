"""Ledgers for the tests of the server: every test that takes `ledger` runs on both databases."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.ledger.store import Ledger
from tests.server.house import House
from tests.server.played_club import club, played
from tests.server.postgres import Postgres, running_postgres

__all__ = ["club", "played"]

DATABASES = ("sqlite", "postgresql")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server of this test process."""
    with running_postgres() as server:
        yield server


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty SQLite ledger to copy."""
    file = tmp_path_factory.mktemp("ledger") / "empty.sqlite"
    ledger = Ledger(f"sqlite:///{file}")
    ledger.migrate()
    ledger.close()
    return file


@pytest.fixture(scope="session")
def migrated_database(postgres: Postgres) -> str:
    """The name of an empty PostgreSQL ledger to copy."""
    postgres.execute("CREATE DATABASE migrated")
    ledger = Ledger(postgres.url("migrated"))
    ledger.migrate()
    ledger.close()
    return "migrated"


@pytest.fixture(params=DATABASES)
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of a database without tables."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'ledger.sqlite'}"
    else:
        with request.getfixturevalue("postgres").database() as url:
            yield url


@pytest.fixture
def sqlite_url(tmp_path: Path, migrated_file: Path) -> str:
    """The URL of an SQLite ledger without rows."""
    shutil.copy(migrated_file, tmp_path / "ledger.sqlite")
    return f"sqlite:///{tmp_path / 'ledger.sqlite'}"


@pytest.fixture
def postgresql_url(postgres: Postgres, migrated_database: str) -> Iterator[str]:
    """The URL of a PostgreSQL ledger without rows."""
    with postgres.database(migrated_database) as url:
        yield url


@pytest.fixture(params=DATABASES)
def ledger_url(request: pytest.FixtureRequest) -> str:
    """The URL of a ledger without rows, in each of the databases."""
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url


@pytest.fixture
def ledger(ledger_url: str) -> Iterator[Ledger]:
    """A ledger without rows, in each of the databases."""
    ledger = Ledger(ledger_url)
    yield ledger
    ledger.close()


@pytest.fixture
def house(sqlite_url: str) -> Iterator[House]:
    """A club house on an SQLite ledger."""
    with Ledger(sqlite_url) as ledger:
        yield House(ledger)

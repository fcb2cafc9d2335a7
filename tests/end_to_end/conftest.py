"""The real servers that a whole game is played on."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.postgres import Postgres, running_postgres
from tests.server.real.fixtures import authority, dovecot, postfix

__all__ = ["authority", "dovecot", "postfix"]


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with running_postgres() as server:
        yield server


@pytest.fixture
def database(postgres: Postgres) -> Iterator[str]:
    """The URL of a database without tables, as a host has it at the beginning."""
    with postgres.database() as url:
        yield url

"""A PostgreSQL server of our own: in a temporary directory, reached through a socket in it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from time import sleep

import psycopg

from tests.server.components import as_user, lacking, running, unprivileged

OWNER = "grubenpost"
SETTINGS = {
    "listen_addresses": "",
    "fsync": "off",  # nothing here outlives the test
    "max_connections": "200",
    "shared_buffers": "32MB",
}


class Postgres:
    """A running server that makes databases."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._numbers = count()

    def url(self, database: str) -> str:
        return f"postgresql://{OWNER}@/{database}?host={self.folder}"

    def execute(self, statement: str) -> None:
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(statement)

    @contextmanager
    def database(self, template: str = "template1") -> Iterator[str]:
        """The URL of a new database, a copy of another if one is named; it is dropped at the end."""
        name = f"ledger{next(self._numbers)}"
        self.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        try:
            yield self.url(name)
        finally:
            self.execute(f"DROP DATABASE {name} WITH (FORCE)")


def find_binaries() -> Path | None:
    """The newest PostgreSQL that Debian's packages have put here."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    return found[-1].parent if found else None


@contextmanager
def running_postgres(*, durable: bool = False) -> Iterator[Postgres]:
    """A server that lives as long as the block; a durable one is as slow as those that hosts have."""
    binaries = find_binaries() or lacking("PostgreSQL is not installed")
    user = unprivileged("postgres")
    folder = Path(tempfile.mkdtemp(prefix="grubenpost-pg-"))  # short: a socket's path has 107 bytes at most
    os.chown(folder, user.pw_uid, user.pw_gid)
    try:
        make = [binaries / "initdb", "-D", folder / "data", "-U", OWNER, "-E", "UTF8", "-A", "trust", "-N"]
        subprocess.run(as_user(user, make), cwd=folder, check=True, capture_output=True)
        chosen = SETTINGS | {"fsync": "on"} if durable else SETTINGS
        settings = [f"-c{name}={value}" for name, value in chosen.items()]
        serve = [binaries / "postgres", "-D", folder / "data", "-k", folder, *settings]
        with running(as_user(user, serve), folder, end=signal.SIGQUIT) as server:  # at once
            postgres = Postgres(folder)
            _await(postgres, server)
            yield postgres
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _await(postgres: Postgres, server: subprocess.Popen[bytes]) -> None:
    for _ in range(600):
        try:
            return postgres.execute("SELECT 1")
        except psycopg.OperationalError:
            if server.poll() is not None:
                break
            sleep(0.05)
    raise RuntimeError((postgres.folder / "log").read_text("utf-8", "replace"))

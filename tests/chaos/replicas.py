"""Two PostgreSQL servers, of which the second follows the first: nothing is committed before both have it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import sleep

import psycopg

from tests.server.components import as_user, lacking, unprivileged
from tests.server.postgres import OWNER, find_binaries

SETTINGS = {"listen_addresses": "", "fsync": "off", "max_connections": "100", "shared_buffers": "32MB"}


class Replicas:
    """The first server takes all that is written, until it is killed; then the second does."""

    def __init__(self, folder: Path) -> None:
        self._binaries = find_binaries() or lacking("PostgreSQL is not installed")
        self._user = unprivileged("postgres")
        self.folders = [folder / name for name in ("a", "b")]
        self._servers: list[subprocess.Popen[bytes]] = []

    def begin(self) -> None:
        first, second = self.folders
        for folder in self.folders:
            folder.mkdir()
            os.chown(folder, self._user.pw_uid, self._user.pw_gid)
        make = [
            self._binaries / "initdb",
            "-D",
            first / "data",
            "-U",
            OWNER,
            "-E",
            "UTF8",
            "-A",
            "trust",
            "-N",
        ]
        self._run(make)
        self._serve(first)
        self._await(first)
        copy = [
            self._binaries / "pg_basebackup",
            "-h",
            first,
            "-U",
            OWNER,
            "-D",
            second / "data",
            "-R",
            "-X",
            "stream",
        ]
        self._run([*copy, "-c", "fast"])
        self._serve(second)
        self._await(second)
        # Only now, for without a second server every commit would wait for one.
        self.execute(first, "ALTER SYSTEM SET synchronous_standby_names = '*'")
        self.execute(first, "SELECT pg_reload_conf()")

    def url(self, database: str) -> str:
        """Whoever of both takes what is written, as libpq finds it out."""
        hosts = ",".join(map(str, self.folders))
        return f"postgresql://{OWNER}@/{database}?host={hosts}&target_session_attrs=read-write"

    def execute(self, folder: Path, statement: str) -> list[tuple[object, ...]]:
        where = f"host={folder} user={OWNER} dbname=postgres"
        with psycopg.connect(where, autocommit=True) as connection:
            cursor = connection.execute(statement)
            return cursor.fetchall() if cursor.description else []

    def is_followed(self) -> bool:
        """Whether the second server has all that the first one has."""
        found = self.execute(self.folders[0], "SELECT sync_state FROM pg_stat_replication")
        return found == [("sync",)]

    def fail_over(self) -> None:
        """Kill the first server, and let the second take its place."""
        self._servers[0].send_signal(signal.SIGKILL)
        self._servers[0].wait(60)
        self._run([self._binaries / "pg_ctl", "promote", "-D", self.folders[1] / "data", "-w"])

    def end(self) -> None:
        for server in self._servers:
            server.send_signal(signal.SIGQUIT)
            server.wait(60)

    def _run(self, command: list[str | Path]) -> None:
        subprocess.run(as_user(self._user, command), cwd=self.folders[0], check=True, capture_output=True)

    def _serve(self, folder: Path) -> None:
        settings = [f"-c{name}={value}" for name, value in SETTINGS.items()]
        command = [self._binaries / "postgres", "-D", folder / "data", "-k", folder, *settings]
        with (folder / "log").open("wb") as log:
            self._servers.append(
                subprocess.Popen(as_user(self._user, command), cwd=folder, stdout=log, stderr=log)
            )

    def _await(self, folder: Path) -> None:
        for _ in range(600):
            try:
                self.execute(folder, "SELECT 1")
                return
            except psycopg.OperationalError:
                sleep(0.05)
        raise RuntimeError((folder / "log").read_text("utf-8", "replace"))


@contextmanager
def running_replicas() -> Iterator[Replicas]:
    """Both of them, for as long as the block."""
    folder = Path(tempfile.mkdtemp(prefix="grubenpost-re-"))
    folder.chmod(0o755)
    replicas = Replicas(folder)
    try:
        replicas.begin()
        yield replicas
    finally:
        replicas.end()
        shutil.rmtree(folder, ignore_errors=True)

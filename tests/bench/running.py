"""The server as a process of its own, as its host runs it, but for a clock that stands still.

    python -m tests.bench.running CONFIGURATION TIME [fetcher] [clerks] [senders]

Letters that were prepared name the head of a log, and in a log stands when each move came: so the time has
to be known beforehand. Nobody is told to slow down either.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from server.config import load_config
from server.config.writer import write_config
from server.host.reports.loglines import start_logging
from server.service import startup as starting
from tests.bench.club import MANY, Club
from tests.server.real.dovecot import PASSWORD, Dovecot
from tests.server.real.ports import HOST
from tests.server.real.postfix import Postfix

ROOT = Path(__file__).parents[2]
PATIENCE = 120
TICKS = os.sysconf("SC_CLK_TCK")


def main(file: str, at: str, *only: str) -> None:
    starting.now = lambda: int(at)
    config = load_config(Path(file))
    start_logging(quiet=False)
    with starting.opened(config) as (ledger, settings):
        server = starting.put_together(config, ledger, replace(settings, **MANY), only=only or starting.ALL)
        starting.run_until_signal(server)


class Process:
    """A server that runs."""

    def __init__(self, folder: Path, at: int, *only: str) -> None:
        self._log = folder / f"log-{time.monotonic_ns()}"
        command = [
            sys.executable,
            "-m",
            "tests.bench.running",
            str(folder / "grubenpost.toml"),
            str(at),
            *only,
        ]
        with self._log.open("wb") as log:
            self.process = subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=log)

    def await_start(self) -> None:
        wait_until(lambda: b"info server running" in self._log.read_bytes() or self._fail())

    def cpu(self) -> float:
        """Seconds of processor time that it has used up."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text("ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def most_memory(self) -> int:
        """The most bytes that it had in memory at once."""
        status = Path(f"/proc/{self.process.pid}/status").read_text("ascii")
        (line,) = [line for line in status.splitlines() if line.startswith("VmHWM:")]
        return 1024 * int(line.split()[1])

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(PATIENCE)

    def _fail(self) -> bool:
        if self.process.poll() is not None:
            raise RuntimeError(self._log.read_text("utf-8", "replace"))
        return False


@contextmanager
def running(folder: Path, at: int, *only: str, processes: int = 1) -> Iterator[list[Process]]:
    """So many servers that have all begun to work."""
    started = [Process(folder, at, *only) for _ in range(processes)]
    try:
        for process in started:
            process.await_start()
        yield started
    finally:
        for process in started:
            process.stop()


def configure(
    folder: Path,
    club: Club,
    url: str,
    user: str = "nobody",
    dovecot: Dovecot | None = None,
    postfix: Postfix | None = None,
) -> None:
    """A server's folder, with its configuration and its key. Mail servers are there if they are needed."""
    account = {"host": HOST, "tls": "none", "user": user, "password_file": "password"}
    given = {
        "server": {
            "name": club.settings.name,
            "address": club.settings.address,
            "data": "data",
            "database": url,
        },
        "imap": {**account, "port": dovecot.imap_port if dovecot else 1},
        "smtp": {**account, "port": postfix.smtp_port if postfix else 1},
        "limits": {"mails_per_minute": 100_000, "mails_per_recipient": 100_000},
    }
    (folder / "data").mkdir()
    club.write_key(folder / "data" / "server.key")
    (folder / "password").write_text(PASSWORD, "utf-8")
    (folder / "password").chmod(0o600)
    (folder / "grubenpost.toml").write_text(write_config(given), "utf-8")


def wait_until(done: Callable[[], bool], pause: float = 0.02) -> None:
    """Until this is true."""
    end = time.monotonic() + PATIENCE
    while not done():
        if time.monotonic() > end:
            raise RuntimeError("waited in vain")
        time.sleep(pause)


if __name__ == "__main__":
    main(*sys.argv[1:])

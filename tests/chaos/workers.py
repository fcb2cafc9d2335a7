"""Servers as processes that are quick to start, so that many can be killed.

    python -m tests.chaos.workers

stays, and forks a server for each line of input: nothing has to be loaded anew. The server is the product's
own, put together from its configuration as `grubenpost-server run` does it.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

from server.config import load_config
from server.host.reports.loglines import start_logging
from server.ledger import migrate  # noqa: F401  loaded once, before anything forks
from server.service import startup
from tests.bench.club import MANY

ROOT = Path(__file__).parents[2]


def run(file: str, *only: str) -> None:
    """A server until it is stopped."""
    config = load_config(Path(file))
    start_logging(quiet=True)
    with startup.opened(config) as (ledger, settings):
        server = startup.put_together(config, ledger, replace(settings, **MANY), only=only or startup.ALL)
        startup.run_until_signal(server)


def serve() -> None:
    """Fork servers on demand; nothing is open yet that a fork could share."""
    for line in sys.stdin:
        verb, *args = line.split()
        if verb == "wait":
            print(os.waitstatus_to_exitcode(os.waitpid(int(args[0]), 0)[1]), flush=True)
        elif child := os.fork():
            print(child, flush=True)
        else:
            try:
                sys.stdin.close()
                run(*args)
            except BaseException as error:
                print(type(error).__name__, error, file=sys.stderr, flush=True)
                os._exit(1)
            os._exit(0)


class Workers:
    """So many servers, each replaced as soon as it is killed."""

    def __init__(self, config: Path, count: int) -> None:
        self._config = config
        self._count = count
        self.kills = 0

    def __enter__(self) -> Workers:
        log = self._config.with_name("workers.log").open("ab")
        with log:
            self._mother = subprocess.Popen(
                [sys.executable, "-m", "tests.chaos.workers"],
                cwd=ROOT,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                bufsize=1,
            )
        self.alive = [self._start() for _ in range(self._count)]
        return self

    def __exit__(self, *_problem: object) -> None:
        for worker in self.alive:
            os.kill(worker, signal.SIGTERM)
        for worker in self.alive:
            self._say(f"wait {worker}")
        self._mother.communicate(timeout=60)

    def kill(self, number: int) -> None:
        """Kill one of them, and start another."""
        self._kill(number)
        self.alive[number] = self._start()

    def all_dead(self) -> None:
        """Kill all of them; `all_anew` starts others."""
        for number in range(self._count):
            self._kill(number)

    def all_anew(self) -> None:
        self.alive = [self._start() for _ in range(self._count)]

    def _kill(self, number: int) -> None:
        worker = self.alive[number]
        os.kill(worker, signal.SIGKILL)  # it stays a zombie until it is waited for, so the id is its own
        self.kills += self._say(f"wait {worker}") == str(-signal.SIGKILL)

    def _start(self) -> int:
        return int(self._say(f"start {self._config}"))

    def _say(self, line: str) -> str:
        assert self._mother.stdin is not None
        assert self._mother.stdout is not None
        self._mother.stdin.write(f"{line}\n")
        return self._mother.stdout.readline().strip()


if __name__ == "__main__":
    serve()

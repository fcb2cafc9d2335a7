"""Workers in processes of their own, to be killed.

    python -m tests.server.worker URL NAME TIME [poison]

deals with what is in the inbox at this time of the house's clock and ends. A mail that says POISON makes it
die without a word, if it is told so. Without arguments, it stays and forks such a worker for each line of
input, so that the next one does not have to load everything anew; `Nursery` is the other end of that.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import server.desk.desk
from server.ledger.store import Ledger
from server.mail.reading import Incoming, read_mail
from tests.server.house import House

ROOT = Path(__file__).parent.parent.parent
COMMAND = [sys.executable, "-m", "tests.server.worker"]


def run(url: str, name: str, time: int, *more: str) -> None:
    """Work until nothing waits."""
    if "poison" in more:
        server.desk.desk.read_mail = read_or_die  # type: ignore[attr-defined]
    with Ledger(url) as ledger:
        house = House(ledger, time=time, more={"mails_per_hour": 1_000_000})
        house.clerk.name = name
        while house.clerk.work_once():
            pass


def read_or_die(raw: bytes, *more: str) -> Incoming:
    """As a bug in a library would, that takes the whole process along."""
    if b"POISON" in raw:
        os._exit(3)
    return read_mail(raw, *more)


def start(url: str, name: str, time: int, *more: str) -> subprocess.Popen[bytes]:
    """Start a worker."""
    return subprocess.Popen([*COMMAND, url, name, str(time), *more], cwd=ROOT, stdout=subprocess.DEVNULL)


class Nursery:
    """Starts workers fast, kills them, and tells how they ended."""

    def __enter__(self) -> Nursery:
        self._mother = subprocess.Popen(
            COMMAND, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        return self

    def __exit__(self, *_problem: object) -> None:
        self._mother.communicate(timeout=60)

    def start(self, url: str, name: str, time: int) -> int:
        """The process id of a new worker."""
        return int(self._say(f"start {url} {name} {time}"))

    def kill(self, worker: int) -> bool:
        """Whether the worker was still at work when it was killed."""
        os.kill(
            worker, signal.SIGKILL
        )  # it stays a zombie until it is waited for, so the id is still its own
        return self.wait(worker) == -signal.SIGKILL

    def wait(self, worker: int) -> int:
        """How a worker ended."""
        return int(self._say(f"wait {worker}"))

    def _say(self, line: str) -> str:
        assert self._mother.stdin is not None
        assert self._mother.stdout is not None
        self._mother.stdin.write(f"{line}\n")
        return self._mother.stdout.readline()


def serve() -> None:
    """Fork workers on demand; nothing is open yet that a fork could share."""
    for line in sys.stdin:
        verb, *args = line.split()
        if verb == "wait":
            print(os.waitstatus_to_exitcode(os.waitpid(int(args[0]), 0)[1]), flush=True)
        elif child := os.fork():
            print(child, flush=True)
        else:
            try:
                run(args[0], args[1], int(args[2]))
            except BaseException:
                os._exit(1)
            os._exit(0)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        run(sys.argv[1], sys.argv[2], int(sys.argv[3]), *sys.argv[4:])
    else:
        serve()

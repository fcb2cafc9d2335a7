"""The processes that `make play` starts: the server and the bots. They end with it, whatever happens."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from client.post.account import Wire
from client.profile.files import unbroken, write_whole
from client.profile.profile import House
from engine.errors import Refused
from engine.mail.hosts import Tls
from engine.record.letters.key import PublicKey
from engine.tongue import word
from server.config import load_config
from server.host.setup.post_office import full_address, make_password, read_accounts, write_accounts

GRACE: Final = 20
"""The seconds that a process may take to finish what is at hand."""
SERVER: Final = "grubenpost.localhost"
ADDRESS: Final = f"grubenpost@{SERVER}"
SETTINGS: Final = f"""\
[server]
name = "{SERVER}"
address = "{ADDRESS}"
data = "data"

[office]
imap_port = 0
smtp_port = 0

# Everybody here is at home.
[limits]
mails_per_minute = 100000
mails_per_recipient = 100000
"""

_KEY: Final = re.compile(r"(grubenpost-key \S+ \S+)")
_WIRE: Final = re.compile(r"\s*(IMAP|SMTP)\s+([0-9.]+), port (\d+)")


class Gone(Refused):
    """A process that should run does not."""


class Child:
    """A process whose complaints go to a file. Ctrl-C is for us: we stop it in good order."""

    def __init__(self, name: str, command: Sequence[str], log: Path, *, heard: bool = False) -> None:
        self.name = name
        self.log = log
        with log.open("ab") as complaints:
            self.process = subprocess.Popen(
                [*_ending_with_us(), sys.executable, "-m", *command],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE if heard else complaints,
                stderr=complaints,
                start_new_session=True,
                text=True,
                encoding="utf-8",
            )

    def check(self) -> None:
        """Raise Gone if it ended and should not have."""
        if self.process.poll() not in (None, 0):
            raise self.gone()

    def gone(self) -> Gone:
        return Gone("play/gone", "{name} has stopped; {log} says why", name=self.name, log=self.log)

    def stop(self) -> None:
        """Ask it to end, and see to it."""
        self.process.terminate()
        try:
            self.process.wait(GRACE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()


def _ending_with_us() -> list[str]:
    """The way to start a process that is told to end when we are killed; not every system can do that."""
    program = shutil.which("setpriv")
    return [program, "--pdeathsig=TERM"] if program else []


@dataclass(frozen=True)
class Reached:
    """The addresses of a running server, as it said itself."""

    house: House
    imap: Wire
    smtp: Wire


class GameServer(Child):
    """The game server with its own post office and database, in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        super().__init__(
            word("the server"),
            ["server", "run", "--quiet", "--config", str(settings_file(folder))],
            folder / "server.log",
            heard=True,
        )

    def await_ready(self) -> Reached:
        """The words that it says when it is open."""
        key, wires = None, {}
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if found := _KEY.search(line):
                key = PublicKey.from_line(found[1])
            elif found := _WIRE.match(line):
                wires[found[1]] = Wire(found[2], int(found[3]), Tls.NONE)
            if key is not None and len(wires) == 2:
                return Reached(House(SERVER, ADDRESS, key), wires["IMAP"], wires["SMTP"])
        raise self.gone()

    def check(self) -> None:
        if self.process.poll() is not None:
            raise self.gone()


def settings_file(folder: Path) -> Path:
    """The server's configuration, which is written if there is none."""
    path = folder / "grubenpost.toml"
    if not path.exists():
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_whole(path, SETTINGS.encode())
    return path


def add_accounts(folder: Path, names: Sequence[str]) -> list[tuple[str, str]]:
    """New mail accounts at the server's post office: address and password of each."""
    office = load_config(settings_file(folder)).office
    assert office is not None
    made = [(full_address(name, SERVER), make_password()) for name in names]
    office.accounts.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_accounts(office.accounts, {**read_accounts(office.accounts), **dict(made)})
    return made


class Family:
    """Children that are stopped at the end, the youngest first. Ctrl-C does not hurry that."""

    EVERY: Final = 2.0
    """The seconds between two looks that they are still there."""
    MOMENT: Final = 0.5
    """The seconds that it takes a process that was killed to be gone."""

    def __init__(self) -> None:
        self._children: list[Child] = []

    def add(self, child: Child) -> None:
        self._children.append(child)

    def check(self) -> None:
        """Raise Gone if one of them is."""
        for child in self._children:
            child.check()

    def check_soon(self) -> None:
        """The same after a moment: who ends closes the wires first, and is gone a little later."""
        time.sleep(self.MOMENT)
        self.check()

    def __enter__(self) -> Family:
        return self

    def __exit__(self, *_: object) -> None:
        with unbroken():
            for child in reversed(self._children):
                child.stop()

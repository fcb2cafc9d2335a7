"""A club to play in: the server as a process of its own, and players who have nothing but the client."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from client.cli import app
from engine.rules import Game, from_data
from tests.client.keyboard import ROOT
from tests.end_to_end.host import Site, running_club
from tests.server.host.program import Running
from tests.server.real.authority import Authority
from tests.server.real.dovecot import PASSWORD, Dovecot
from tests.server.real.postfix import DOMAIN, Postfix

SERVER = "gamehost"
"""The name of the server's mailbox."""
PATIENCE = 60
LOOK_AGAIN = 0.05
"""Waiting for the mail server's hint would take half a second for each ply."""


@dataclass
class Club:
    """The mail servers, the game server, and where players keep their things."""

    folder: Path
    authority: Authority
    dovecot: Dovecot
    postfix: Postfix
    key: str
    """The line of the server's key, as its host tells it."""

    @property
    def address(self) -> str:
        return f"{SERVER}@{DOMAIN}"


@contextmanager
def open_club(folder: Path, authority: Authority, dovecot: Dovecot, postfix: Postfix) -> Iterator[Club]:
    """A server that lives as long as the block."""
    with running_club(folder / "server", Site(authority, dovecot, postfix), SERVER) as server:
        yield Club(folder, authority, dovecot, postfix, key_of(server))


def key_of(server: Running) -> str:
    found = re.search(r"grubenpost-key \S+ \S+", "\n".join(server.said))
    assert found, server.said
    return found[0]


@dataclass
class Done:
    """How a command ended."""

    code: int
    out: str
    err: str


@dataclass
class Player:
    """Somebody at a terminal, with a profile of their own."""

    club: Club
    handle: str

    @property
    def home(self) -> Path:
        return self.club.folder / self.handle

    @property
    def environment(self) -> dict[str, str]:
        return {
            "GRUBENPOST_HOME": str(self.home),
            "SSL_CERT_FILE": str(self.club.authority.ca_file),
            "PYTHONPATH": str(ROOT),
            "PYTHONUTF8": "1",
            "NO_COLOR": "1",
            "LANG": "C.UTF-8",
        }

    def run(self, *words: str, typed: str = "") -> Done:
        """A command as a process of its own, as the shell starts it."""
        done = subprocess.run(
            [sys.executable, "-m", "client", *words],
            cwd=ROOT,
            env={**os.environ, **self.environment},
            input=typed,
            capture_output=True,
            encoding="utf-8",
            timeout=PATIENCE,
            check=False,
        )
        assert "Traceback" not in done.stderr, done.stderr
        return Done(done.returncode, done.stdout, done.stderr)

    def here(self, *words: str, typed: str = "") -> Done:
        """The same in this process, for tests that need many."""
        result = CliRunner().invoke(app, list(words), input=typed, env=self.environment)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return Done(result.exit_code, result.stdout, result.stderr)

    def must(self, *words: str, typed: str = "") -> str:
        """A command that has to work: what it said."""
        done = self.here(*words, typed=typed)
        assert done.code == 0, (words, done)
        return done.out

    def init(self, *more: str, **changes: str) -> Done:
        """Make a profile. Both connections are encrypted, and the certificates are checked."""
        options = {
            "name": self.handle.title(),
            "handle": self.handle,
            "address": f"{self.handle}@{DOMAIN}",
            "imap": f"localhost:{self.club.dovecot.imaps_port}",
            "smtp": f"localhost:{self.club.postfix.smtp_port}/starttls",
            "server": DOMAIN,
            "server-address": self.club.address,
            "server-key": self.club.key,
            "password-file": "-",
            **changes,
        }
        words = [word for name, value in options.items() if value for word in (f"--{name}", value)]
        return self.run("init", "--no-passphrase", *more, *words, typed=f"{PASSWORD}\n")

    def status(self, game: str) -> dict[str, Any]:
        """What the client knows of a game."""
        games: list[dict[str, Any]] = json.loads(self.must("status", "--json"))
        (found,) = [facts for facts in games if facts["game"] == game]
        return found

    def seat(self, game: str) -> int:
        """Where the player sits."""
        return int(json.loads(self.must("board", game, "--json"))["seat"])

    def position(self, game: str) -> Game:
        """What the player sees of a game."""
        return from_data(json.loads(self.must("board", game, "--json"))["position"])


def hear(player: Player, game: str, ply: int) -> None:
    """Fetch until the position at this ply has come."""
    end = time.monotonic() + PATIENCE
    while (known := player.status(game))["state"] == "open" or known["ply"] < ply:
        assert time.monotonic() < end, (player.handle, ply, known)
        player.must("fetch")
        time.sleep(LOOK_AGAIN)


def begin(players: Sequence[Player], game: str) -> None:
    """All seats are taken: everyone fetches, and so tells their shares of the shuffle, until it begins."""
    end = time.monotonic() + PATIENCE
    while any(player.status(game)["state"] == "open" for player in players):
        assert time.monotonic() < end, [player.status(game) for player in players]
        for player in players:
            player.must("fetch")
        time.sleep(0.2)

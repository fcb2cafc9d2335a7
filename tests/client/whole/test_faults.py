"""Lost connections, wrong passwords, full disks and Ctrl-C, with real processes, servers and wires.

Each test plays the next move of one game and is disturbed at it. Whatever happened, the same command again
goes on where it was: the move counts once, and every mail of it that reached the server is the same one.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest

from client.outbox.outbox import Outbox
from tests.client.keyboard import ROOT
from tests.client.whole.club import PATIENCE, Done, Player, begin, open_club
from tests.server.real.authority import Authority
from tests.server.real.dovecot import Dovecot
from tests.server.real.ports import HOST
from tests.server.real.postfix import Postfix
from tests.server.real.proxy import Break, Proxy, wait_until

SMALL = 64
"""So few bytes fit on a disk that is nearly full."""


@dataclass
class Table:
    """A game of two whose mail goes over wires that can break."""

    players: list[Player]
    game: str
    imap: Proxy
    smtp: Proxy

    def mover(self) -> tuple[Player, int]:
        """Whose turn it is, and the ply; both know."""
        end = time.monotonic() + PATIENCE
        while True:
            for player in self.players:
                player.must("fetch")
            known = [player.status(self.game) for player in self.players]
            if known[0]["ply"] == known[1]["ply"] and any(facts["mine"] for facts in known):
                (mine,) = [player for player, facts in zip(self.players, known, strict=True) if facts["mine"]]
                return mine, known[0]["ply"]
            assert time.monotonic() < end, known

    def check(self, player: Player, ply: int) -> None:
        """The move counted once, and nothing waits."""
        self.smtp.plans.clear()
        self.imap.plans.clear()
        assert player.status(self.game)["ply"] == ply + 1
        assert Outbox(player.home / "outbox").all() == []


@pytest.fixture(scope="module")
def table(
    tmp_path_factory: pytest.TempPathFactory, authority: Authority, dovecot: Dovecot, postfix: Postfix
) -> Iterator[Table]:
    with ExitStack() as stack:
        folder = tmp_path_factory.mktemp("faults")
        club = stack.enter_context(open_club(folder, authority, dovecot, postfix))
        imap = stack.enter_context(Proxy(dovecot.imap_port))
        smtp = stack.enter_context(Proxy(postfix.smtp_port))
        players = [Player(club, handle) for handle in ("fritz", "greta")]
        for player in players:
            done = player.init(imap=f"{HOST}:{imap.port}/none", smtp=f"{HOST}:{smtp.port}/none")
            assert done.code == 0, done
            player.must("register")
        game = players[0].must("new", "--players", "2", "--own-keys", "--quiet").strip()
        players[1].must("join", game)
        begin(players, game)
        yield Table(players, game, imap, smtp)


@pytest.mark.parametrize(
    "broken",
    [
        Break("client", b"ehlo", "cut"),
        Break("client", b"AUTH", "cut"),
        Break("client", b"mail FROM", "cut"),
        Break("client", b"data\r\n", "cut"),
        Break("client", b"BEGIN GRUBENPOST", "cut"),
        Break("client", b"\r\n.\r\n", "swallow"),
    ],
    ids=lambda broken: broken.after.decode("ascii").strip(),
)
def test_a_wire_that_breaks_while_a_move_is_sent(broken: Break, table: Table) -> None:
    player, ply = table.mover()
    table.smtp.plans.extend([broken, broken])  # a wire that breaks once is made anew
    done = player.run("move", table.game, "1", "--yes")
    assert done.code == 3, done
    assert str(table.smtp.port) in done.err
    table.smtp.plans.clear()
    early = broken.after in (b"ehlo", b"AUTH")
    assert ("Written down, and not sent yet" if early else "Sent, and not answered yet") in done.err
    (waiting,) = Outbox(player.home / "outbox").all()
    again = player.run("move", table.game, "1", "--yes") if early else player.run("move", table.game)
    assert again.code == 0, again
    assert waiting.handed is not early
    table.check(player, ply)


def test_a_wire_that_breaks_once_is_made_anew(table: Table) -> None:
    player, ply = table.mover()
    table.smtp.plans.append(Break("client", b"\r\n.\r\n", "swallow"))
    done = player.run("move", table.game, "1", "--yes")
    assert done.code == 0, done
    table.check(player, ply)


def test_a_wire_that_breaks_while_the_receipt_is_awaited(table: Table) -> None:
    player, ply = table.mover()
    table.imap.plans.append(Break("client", b"EXAMINE", "cut"))
    done = player.run("move", table.game, "1", "--yes")
    assert done.code == 0, done
    assert str(table.imap.port) in done.err
    table.check(player, ply)


@pytest.mark.parametrize(
    ("wire", "words", "handed"),
    [("smtp", b"ehlo", False), ("smtp", b"\r\n.\r\n", True), ("imap", b"EXAMINE", True)],
)
def test_ctrl_c(wire: str, words: bytes, handed: bool, table: Table) -> None:
    player, ply = table.mover()
    getattr(table, wire).plans.append(Break("client", words, "stall"))
    done = interrupted(player, table, handed)
    assert done.code == 130, done
    said = "Sent, and not answered yet" if handed else "Written down, and not sent yet"
    assert said in done.err
    again = player.run("move", table.game)
    assert again.code == 0, again
    table.check(player, ply)


def interrupted(player: Player, table: Table, handed: bool) -> Done:
    """A move that is stopped by Ctrl-C when its letter has come so far."""
    process = subprocess.Popen(
        [sys.executable, "-m", "client", "move", table.game, "1", "--yes"],
        cwd=ROOT,
        env={**os.environ, **player.environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )

    def come_so_far() -> bool:
        return [waiting.handed for waiting in Outbox(player.home / "outbox").all()] == [handed]

    assert wait_until(come_so_far, PATIENCE)
    time.sleep(1)  # so that it waits for something
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert "Traceback" not in err, err
    return Done(process.returncode, out, err)


def test_a_wrong_password(table: Table) -> None:
    player, ply = table.mover()
    file = player.home / "mail.password"
    right = file.read_text()
    file.write_text("wrong\n")
    for words in (("fetch",), ("move", table.game, "1", "--yes")):
        done = player.run(*words)
        assert done.code == 3, done
        assert "does not take your user name and password" in " ".join(done.err.split())
    file.write_text(right)
    assert player.run("move", table.game, "1", "--yes").code == 0
    table.check(player, ply)


def test_a_disk_without_room(table: Table) -> None:
    """The letter can't be stored, so it is not sent."""
    player, ply = table.mover()
    done = subprocess.run(
        [sys.executable, "-m", "client", "move", table.game, "1", "--yes"],
        cwd=ROOT,
        env={**os.environ, **player.environment, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=PATIENCE,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (SMALL, SMALL)),
    )
    assert done.returncode == 1, done
    assert "Traceback" not in done.stderr
    assert Outbox(player.home / "outbox").all() == []
    player.must("fetch")
    assert player.status(table.game)["ply"] == ply
    assert player.run("move", table.game, "1", "--yes").code == 0
    table.check(player, ply)


def test_an_output_without_room(table: Table) -> None:
    player = table.players[0]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "client", "board", table.game],
            cwd=ROOT,
            env={**os.environ, **player.environment},
            stdout=full,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            check=False,
            timeout=PATIENCE,
        )
    assert (done.returncode, "the disk is full" in done.stderr) == (1, True)
    assert "Traceback" not in done.stderr


def test_a_reader_who_has_seen_enough(table: Table) -> None:
    player = table.players[0]
    line = f"{sys.executable} -m client board {table.game} | head -n 1"
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", line],
        cwd=ROOT,
        env={**os.environ, **player.environment},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=PATIENCE,
    )
    assert done.stderr == ""
    assert done.stdout


def test_at_the_end_both_know_one_history(table: Table) -> None:
    table.mover()
    kept = [
        json.loads((player.home / "games" / f"{table.game}.json").read_bytes()) for player in table.players
    ]
    assert kept[0]["turn"]["head"] == kept[1]["turn"]["head"]
    assert all(facts["forks"] == [] for facts in kept)

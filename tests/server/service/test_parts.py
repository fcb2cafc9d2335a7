"""The parts of a running server: waking, watching, stopping; and several processes that share a club."""

from __future__ import annotations

import json
import smtplib
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from base64 import encodebytes
from contextlib import closing
from email.message import EmailMessage
from pathlib import Path
from random import Random
from typing import Any

from engine.mail.hosts import Tls
from server.config.writer import write_config
from server.host.health import (
    HANGS,
    KILLED,
    RUNS,
    STALE,
    in_words,
    missing_parts,
    read_health,
    read_processes,
    write_health,
)
from server.ledger.store import Ledger
from server.post.accounts import ImapAccount
from server.service.attendance import Attendance
from server.service.bell import Bell
from server.service.fetchers import Fetching
from server.service.server import Server
from tests.server.host.program import ROOT, code_in, here, running, until
from tests.server.postgres import Postgres
from tests.server.real.authority import make_authority
from tests.server.real.dovecot import PASSWORD, Dovecot, running_dovecot
from tests.server.real.postfix import Postfix, running_postfix


def test_a_bell_that_rang_while_somebody_looked_is_heard() -> None:
    bell = Bell()
    before = bell.count
    bell.ring()
    bell.wait(before, 60)  # returns at once, or the test never ends in time
    heard: list[int] = []
    after = bell.count
    waiting = [threading.Thread(target=lambda: (bell.wait(after, 60), heard.append(1))) for _ in range(3)]
    for thread in waiting:
        thread.start()
    bell.ring()
    for thread in waiting:
        thread.join(10)
    assert heard == [1, 1, 1]


def test_a_reader_that_hangs_is_replaced(sqlite_url: str) -> None:
    ledger = Ledger(sqlite_url)
    with socket.create_server(("127.0.0.1", 0)) as silent:  # takes calls and never says a word
        account = ImapAccount("127.0.0.1", silent.getsockname()[1], "post", "x", Tls.NONE)
        part = Fetching(ledger, account, lambda: int(time.time()), "worker", lambda: None, stalled=0.3)
        part.start()
        first = part._thread
        part.look_after()
        assert part._thread is first, "it has only just begun"
        time.sleep(0.5)
        part.look_after()
        second = part._thread
        assert second is not first
        assert first.is_alive(), "nobody can end a thread from outside"
        assert second.is_alive()
        part.stop(0)
    for thread in (first, second):
        thread.join(60)
        assert not thread.is_alive(), "it found that it had to stop"
    ledger.close()


class Recorded:
    """A part that writes down what happens to it."""

    def __init__(self, name: str, events: list[str], trouble: str = "") -> None:
        self.name, self.trouble, self._events = name, trouble, events

    def start(self) -> None:
        self._events.append(f"start {self.name}")

    def look_after(self) -> None:
        self._events.append(f"look after {self.name}")

    def stop(self, seconds: float) -> bool:
        self._events.append(f"stop {self.name}")
        return self.name != "slow"


def attendance(worker: str = "worker") -> Attendance:
    return Attendance(Path(tempfile.mkdtemp()), worker)


def run_parts(ledger: Ledger, *parts: Recorded) -> tuple[bool, list[dict[str, Any]]]:
    told: list[dict[str, Any]] = []
    stop = threading.Event()
    stop.set()
    return Server(parts, ledger, attendance(), told.append).run(stop), told


def test_parts_stop_in_the_opposite_order(ledger: Ledger) -> None:
    events: list[str] = []
    finished, told = run_parts(ledger, *(Recorded(name, events) for name in ("senders", "clerks", "fetcher")))
    assert finished
    assert events == [f"start {n}" for n in ("senders", "clerks", "fetcher")] + [
        f"stop {n}" for n in ("fetcher", "clerks", "senders")
    ]
    assert [facts["state"] for facts in told] == ["running", "stopped"]
    assert told[0]["inbox_waiting"] == told[0]["outbox_dead"] == 0


def test_a_part_that_does_not_finish_is_told(ledger: Ledger) -> None:
    finished, _ = run_parts(ledger, Recorded("slow", []))
    assert not finished


def test_trouble_is_told_without_addresses(ledger: Ledger) -> None:
    _, told = run_parts(ledger, Recorded("fetcher", [], "anna@example.org can't log in [SQL: x 'C-kk']"))
    assert told[0]["trouble"] == "fetcher: …@… can't log in"
    assert told[1]["outage_since"] == told[0]["outage_since"] is not None


def test_a_full_disk_does_not_end_the_server(ledger: Ledger) -> None:
    def full(_: dict[str, Any]) -> None:
        raise OSError(28, "No space left on device")

    stop = threading.Event()
    stop.set()
    assert Server([Recorded("clerks", [])], ledger, attendance(), full).run(stop)


def in_words_of(file: Path, now: int) -> list[str]:
    return [in_words(one, now) for one in read_processes(file, now)]


def test_the_health_file_in_words(tmp_path: Path) -> None:
    file = tmp_path / "health.json"
    assert "not run yet" in in_words(None, 0)
    for text in ("", "{}", "[" * 100_000, '{"at": "x"}'):
        file.write_text(text, "utf-8")
        assert read_health(file) is None
        assert read_processes(file, 0) == []
    write_health(file, {"state": "running", "at": 1000, "outage_since": None})
    assert in_words_of(file, 1010) == ["the server runs"]
    assert "was killed" in in_words_of(file, 1001 + STALE)[0]
    write_health(file, {"state": "stopped", "at": 1000})
    assert "stopped 50 s ago" in in_words_of(file, 1050)[0]
    assert [path.name for path in tmp_path.iterdir()] == ["health.json"]


HOLDER = """
import sys, time
from pathlib import Path
from server.host.health import own_health_file, write_health
file = own_health_file(Path(sys.argv[1]), sys.argv[2].split(","), ("fetcher", "clerks", "senders"))
write_health(file, {"state": "running", "at": int(sys.argv[3]), "parts": sys.argv[2].split(",")})
print(file.name, flush=True)
time.sleep(100)
"""


def hold(file: Path, parts: str, at: int) -> tuple[subprocess.Popen[str], str]:
    line = [sys.executable, "-c", HOLDER, str(file), parts, str(at)]
    process = subprocess.Popen(line, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert process.stdout is not None
    return process, process.stdout.readline().strip()


def test_each_process_has_a_health_file_and_a_dead_one_is_seen(tmp_path: Path) -> None:
    """Whatever the clock says: one that was killed while the clock was a day ahead is dead all the same."""
    file, tomorrow = tmp_path / "health.json", 1000 + 86400
    held = [hold(file, parts, tomorrow) for parts in ("fetcher", "clerks,senders", "clerks,senders")]
    try:
        names = [name for _, name in held]
        assert names == ["health-fetcher.json", "health-clerks-senders.json", "health-clerks-senders-2.json"]
        assert {one["is"] for one in read_processes(file, 1000)} == {RUNS}
        assert {one["is"] for one in read_processes(file, tomorrow + STALE + 1)} == {HANGS}
        held[0][0].kill()
        held[0][0].wait()
        found = read_processes(file, 1000)
        assert [one["is"] for one in found if one["file"] == "health-fetcher.json"] == [KILLED]
        assert list(missing_parts(found)) == ["fetcher"]
        successor, name = hold(file, "fetcher", 1000)
        held.append((successor, name))
        assert name == "health-fetcher.json"
        assert missing_parts(read_processes(file, 1000)) == {}
    finally:
        for process, _ in held:
            process.kill()
            process.communicate()


# Several processes on real servers


def configure(folder: Path, dovecot: Dovecot, postfix: Postfix, database: str) -> Path:
    account = {"host": "127.0.0.1", "tls": "implicit", "ca": "ca.pem"}
    given = {
        "server": {
            "name": "pit.example.org",
            "address": "post@pit.example.org",
            "host": "host@pit.example.org",
            "database": database,
        },
        "imap": {**account, "port": dovecot.imaps_port, "user": "post", "password_env": "CLUB"},
        "smtp": {**account, "port": postfix.smtps_port},
    }
    file = folder / "grubenpost.toml"
    file.write_text(write_config(given), "utf-8")
    return file


def write_mail(postfix: Postfix, text: str) -> None:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = "anna@pit.example.org", "post@pit.example.org", "hello"
    mail.set_content(text)
    with smtplib.SMTP("127.0.0.1", postfix.smtp_port) as smtp:
        smtp.login("anna", PASSWORD)
        smtp.send_message(mail)


def mails_of(dovecot: Dovecot, name: str) -> list[Any]:
    import email
    import email.policy

    files = sorted(dovecot.maildir(name).glob("new/*"), key=lambda path: path.stat().st_mtime_ns)
    return [email.message_from_bytes(path.read_bytes(), policy=email.policy.default) for path in files]


def test_processes_share_a_club_on_postgresql(tmp_path: Path, postgres: Postgres) -> None:
    """One fetches, two work at the desk, one sends: on real servers, over TLS."""
    authority = make_authority(tmp_path)
    with (
        running_dovecot(authority) as dovecot,
        running_postfix(dovecot, authority) as postfix,
        postgres.database() as url,
    ):
        file = configure(tmp_path, dovecot, postfix, url)
        assert here("migrate", "-c", file).returncode == 0
        with (
            running("-c", file, "--only", "fetcher", CLUB=PASSWORD) as fetcher,
            running("-c", file, "--only", "clerks") as one,
            running("-c", file, "--only", "clerks") as other,
            running("-c", file, "--only", "senders", CLUB=PASSWORD) as sender,
        ):
            for server in (fetcher, one, other, sender):
                server.hears("info server running")
            write_mail(postfix, "register anna Anna")
            question = until(lambda: found[0] if (found := mails_of(dovecot, "anna")) else None)
            write_mail(postfix, f"yes\n\n> code: {code_in(question)}")
            until(lambda: True if len(mails_of(dovecot, "anna")) == 2 else None)
            status = json.loads(here("status", "-c", file, "--json").stdout)
            assert status["players"]["active"] == 1
            assert status["mailboxes"][0]["read_at"] is not None
            assert [server.stop() for server in (fetcher, one, other, sender)] == [0, 0, 0, 0]
            logs = [line for server in (fetcher, one, other, sender) for line in server.log]
        assert sum("outcome=done" in line for line in logs) == 2
        assert not any(PASSWORD in line or "anna@" in line for line in logs)


def test_a_full_disk_loses_no_mail(tmp_path: Path) -> None:
    """The server stays up, says what is wrong, and leaves on the mail server what it can't store."""
    authority = make_authority(tmp_path)
    noise = [encodebytes(Random(n).randbytes(5000)).replace(b"\n", b"\r\n") for n in range(100)]
    mails = [b"From: s%d@example.org\r\nSubject: x\r\n\r\n" % n + text for n, text in enumerate(noise)]
    with running_dovecot(authority) as dovecot, running_postfix(dovecot, authority) as postfix:
        file = configure(tmp_path, dovecot, postfix, "sqlite:///ledger.sqlite")
        assert here("migrate", "-c", file).returncode == 0
        dovecot.deliver("post", *mails)
        health = tmp_path / "grubenpost-data/health.json"
        with running("-c", file, before=["prlimit", "--fsize=400000", "--"], CLUB=PASSWORD) as server:
            told = until(lambda: facts if (facts := read_health(health)) and facts["trouble"] else None)
            assert "fetcher" in told["trouble"]
            assert told["outage_since"] is not None
            assert server.stop() == 0
        with running("-c", file, CLUB=PASSWORD) as server:
            until(lambda: True if count_done(file) == len(mails) else None)
            assert server.stop() == 0


def count_done(file: Path) -> int:
    with closing(sqlite3.connect(file.parent / "grubenpost-data/ledger.sqlite")) as database:
        found = dict(database.execute("SELECT state, count(*) FROM inbox GROUP BY state").fetchall())
    assert "aside" not in found
    return int(found.get("done", 0))

"""`grubenpost-server` as a real process, and mail programs that talk to its post office."""

from __future__ import annotations

import imaplib
import os
import re
import signal
import smtplib
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage
from io import StringIO
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import IO, TypeVar
from unittest.mock import patch

from server.cli import main

ROOT = Path(__file__).parents[3]
PATIENCE = 100
SERVER = "grubenpost@grubenpost.localhost"

Value = TypeVar("Value")
Done = subprocess.CompletedProcess[str]


def call(*args: str | Path, cwd: Path | None = None, typed: str = "", **env: str) -> Done:
    """Run a command to its end."""
    return subprocess.run(
        [*PROGRAM, *map(str, args)],
        cwd=cwd or ROOT,
        env=_environment(env),
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
        start_new_session=True,  # without a terminal, passwords are read from the input
    )


def here(*args: str | Path, **env: str) -> Done:
    """The same in this process, for tests that need many: a start costs a second."""
    out, err = StringIO(), StringIO()
    line = ["grubenpost-server", *map(str, args)]
    with (
        redirect_stdout(out),
        redirect_stderr(err),
        patch.dict(os.environ, _environment(env), clear=True),
        patch.object(sys, "argv", line),
    ):
        try:
            main()
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 0
    return Done(line, code, out.getvalue(), err.getvalue())


PROGRAM = [sys.executable, "-m", "server"]


def _environment(more: dict[str, str]) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("GRUBENPOST_", "XDG_"))}
    return {**kept, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", **more}


def until(found: Callable[[], Value | None]) -> Value:
    """What is found at last."""
    end = time.monotonic() + PATIENCE
    while (value := found()) is None:
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.05)
    return value


class Running:
    """A server that runs."""

    def __init__(self, *args: str | Path, before: Sequence[str] = (), **env: str) -> None:
        self.process = subprocess.Popen(
            [*before, *PROGRAM, "run", *map(str, args)],
            cwd=ROOT,
            env=_environment(env),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        self.log: list[str] = []
        self.said: list[str] = []
        self._lines: Queue[str] = Queue()
        streams = ((self.process.stdout, self.said), (self.process.stderr, self.log))
        self._listeners = [Thread(target=self._listen, args=pair, daemon=True) for pair in streams]
        for listener in self._listeners:
            listener.start()

    def _listen(self, stream: IO[str], kept: list[str]) -> None:
        with stream:
            for line in stream:
                kept.append(line.rstrip("\n"))
                self._lines.put(line)

    def hears(self, text: str) -> None:
        """Wait until the server has said this."""
        end = time.monotonic() + PATIENCE
        while not any(text in line for line in (*self.said, *self.log)):
            assert time.monotonic() < end, (self.said, self.log)
            assert self.process.poll() is None, (self.said, self.log)
            try:
                self._lines.get(timeout=0.2)
            except Empty:
                continue

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Ask it to stop: its exit code."""
        self.process.send_signal(number)
        return self.end()

    def end(self) -> int:
        """Wait for its end, and hear all it said."""
        code = self.process.wait(PATIENCE)
        for listener in self._listeners:
            listener.join(PATIENCE)
        return code

    def ports(self) -> tuple[int, int]:
        """Of IMAP and SMTP, as it told."""
        self.hears("register anna Anna")
        told = "\n".join(self.said)
        return tuple(int(port) for port in re.findall(r"port (\d+)", told))  # type: ignore[return-value]

    def password(self, name: str) -> str:
        (found,) = re.findall(rf"  {name}@\S+ +password (\S+)", "\n".join(self.said))
        return str(found)

    def program(self, name: str, password: str = "") -> MailProgram:
        """A mail program with an account of this post office."""
        imap, smtp = self.ports()
        return MailProgram(imap, smtp, f"{name}@grubenpost.localhost", password or self.password(name))


@contextmanager
def running(*args: str | Path, before: Sequence[str] = (), **env: str) -> Iterator[Running]:
    """A server as a process; `before` is a program that runs it."""
    server = Running(*args, before=before, **env)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.process.kill()
        server.end()


@contextmanager
def embedded(data: Path) -> Iterator[Running]:
    """A server with its own post office on free ports."""
    with running("--data", data, "--imap-port", "0", "--smtp-port", "0") as server:
        server.hears("info server running")
        yield server


@dataclass
class MailProgram:
    """What any mail program does: IMAP with imaplib, SMTP with smtplib."""

    imap_port: int
    smtp_port: int
    address: str
    password: str

    def send(self, text: str, to: str = SERVER, subject: str = "hello") -> None:
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = self.address, to, subject
        mail.set_content(text)
        with smtplib.SMTP("127.0.0.1", self.smtp_port, timeout=PATIENCE) as smtp:
            smtp.login(self.address, self.password)
            smtp.send_message(mail)

    def inbox(self) -> list[EmailMessage]:
        with imaplib.IMAP4("127.0.0.1", self.imap_port, timeout=PATIENCE) as imap:
            imap.login(self.address, self.password)
            imap.select("INBOX", readonly=True)
            _, found = imap.uid("SEARCH", "ALL")
            answers = [imap.uid("FETCH", uid, "(BODY.PEEK[])")[1] for uid in found[0].decode().split()]
        raws = [part[1] for answer in answers for part in answer if isinstance(part, tuple)]
        return [message_from_bytes(raw, policy=policy.default) for raw in raws]  # type: ignore[misc]

    def wait_for(self, count: int) -> EmailMessage:
        """The newest mail, as soon as there are so many."""
        return until(lambda: mails[-1] if len(mails := self.inbox()) >= count else None)


def text_of(mail: EmailMessage) -> str:
    body = mail.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


def code_in(mail: EmailMessage) -> str:
    found = re.search(r"GP-[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}", text_of(mail))
    assert found, text_of(mail)
    return found[0]

"""Real servers and programs that tests talk to; `tools/test-servers.sh` installs them."""

from __future__ import annotations

import os
import pwd
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import pytest


def lacking(what: str) -> NoReturn:
    """Skip, saying what is missing. Where everything has to be there, that is a failure."""
    reason = f"{what}: sh tools/test-servers.sh installs it"
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


def unprivileged(*names: str) -> pwd.struct_passwd:
    """Who a server runs as that refuses to be root: the first of these users, or whoever we are."""
    if os.geteuid() != 0:
        return pwd.getpwuid(os.geteuid())
    known = {user.pw_name: user for user in pwd.getpwall()}
    return next(known[name] for name in (*names, "nobody") if name in known)


def as_user(user: pwd.struct_passwd, command: Sequence[str | Path]) -> list[str]:
    """The command as that user, ended with us should we be killed."""
    change = [f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]
    return ["setpriv", "--pdeathsig=INT", *(change if os.geteuid() == 0 else []), *map(str, command)]


@contextmanager
def running(
    command: Sequence[str], folder: Path, end: signal.Signals = signal.SIGTERM
) -> Iterator[subprocess.Popen[bytes]]:
    """A server as a child process; what it says goes into the file `log` of the folder."""
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
    try:
        yield server
    finally:
        server.send_signal(end)
        server.wait(60)

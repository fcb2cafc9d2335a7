"""Tells systemd how we are: that we run, that we are still there, that we are about to stop.

systemd hands a service the address of a socket in its environment; where there is none, nobody is told. See
sd_notify(3).
"""

from __future__ import annotations

import contextlib
import os
import socket
from typing import Final

VARIABLE: Final = "NOTIFY_SOCKET"

READY: Final = "READY=1"
ALIVE: Final = "WATCHDOG=1"
STOPPING: Final = "STOPPING=1"


def notify(*facts: str) -> None:
    """Say it, if anybody listens. A service manager that is away is no trouble of ours."""
    address = os.environ.get(VARIABLE, "")
    if not address.startswith(("/", "@")):
        return
    if address.startswith("@"):  # in Linux's namespace of sockets without files
        address = "\0" + address[1:]
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.connect(address)
        line.sendall("\n".join(facts).encode())


def status(words: str) -> str:
    """The message that `systemctl status` shows."""
    return f"STATUS={' '.join(words.split())[:200]}"

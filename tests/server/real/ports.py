"""Ports on the loopback interface."""

from __future__ import annotations

import contextlib
import random
import socket
import time
from collections.abc import Callable

HOST = "127.0.0.1"
RANGE = range(10_000, 32_000)
"""Below those from which the system takes ports for connections, so that none is snatched away."""


def free_ports(count: int) -> list[int]:
    """Ports that nobody listens on."""
    chance = random.SystemRandom()
    found: set[int] = set()
    while len(found) < count:
        port = chance.choice(RANGE)
        with socket.socket() as one, contextlib.suppress(OSError):
            one.bind((HOST, port))
            found.add(port)
    return list(found)


def wait_for(port: int, alive: Callable[[], bool], seconds: float = 20) -> None:
    """Until somebody listens on the port."""
    end = time.monotonic() + seconds
    while True:
        try:
            socket.create_connection((HOST, port), timeout=1).close()
            return
        except OSError:
            if not alive() or time.monotonic() > end:
                raise
            time.sleep(0.02)

"""Ports on the loopback interface."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable

HOST = "127.0.0.1"


def free_ports(count: int) -> list[int]:
    """Ports that nobody listens on; they are held together, so that they differ."""
    held = [socket.socket() for _ in range(count)]
    try:
        for one in held:
            one.bind((HOST, 0))
        return [one.getsockname()[1] for one in held]
    finally:
        for one in held:
            one.close()


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

"""An end to every conversation: a timeout of a socket begins anew with each byte, this does not."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator


@contextlib.contextmanager
def deadline(line: socket.socket, seconds: float) -> Iterator[None]:
    """Cut the line if the block takes longer; whoever reads from it then finds its end."""
    timer = threading.Timer(seconds, _cut, (line,))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _cut(line: socket.socket) -> None:
    with contextlib.suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)

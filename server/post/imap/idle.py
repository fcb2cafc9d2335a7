"""Waiting until an IMAP server says something.

It is only ever a hint: whoever waited looks into the mailbox, whatever the wait ended with.
"""

from __future__ import annotations

import imaplib
import select
import ssl
import threading
import time
from typing import Any, Final

STEP: Final = 0.5
"""The seconds that it takes at most until a stop is noticed."""


def listen(client: imaplib.IMAP4, seconds: float, stop: threading.Event) -> None:
    """Until the server says something, the time is over, or `stop` is set."""
    end = time.monotonic() + seconds
    while not stop.is_set() and (left := end - time.monotonic()) > 0:
        if has_unread(client) or is_readable(client.socket().fileno(), min(left, STEP)):
            return


def is_readable(fileno: int, seconds: float) -> bool:
    """Whether bytes, or the end of the connection, arrive at a socket in time."""
    poll = select.poll()
    poll.register(fileno, select.POLLIN)
    return bool(poll.poll(1000 * seconds))


def has_unread(client: imaplib.IMAP4) -> bool:
    """Whether there are bytes that were taken from the socket with earlier ones and wait in a buffer.

    The socket is silent about them, so to wait for it alone would be to miss the mail they tell of.
    """
    connection = client.socket()
    unread: list[bytes] | None = getattr(client, "_readbuf", None)
    if unread is not None:  # Python 3.14 and newer
        return bool(unread) or (isinstance(connection, ssl.SSLSocket) and connection.pending() > 0)
    buffer: Any = client.file
    timeout = connection.gettimeout()
    connection.settimeout(0)
    try:
        return bool(buffer.peek(1))
    except (BlockingIOError, ssl.SSLWantReadError):
        return False
    except OSError:
        return True  # the next command will tell what is wrong
    finally:
        connection.settimeout(timeout)

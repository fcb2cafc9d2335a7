"""A line to an IMAP server: imaplib with a buffer of its own, and with IDLE.

imaplib reads ahead. What a server says in one breath with its "go on" to IDLE then lies in a buffer that
nobody can look into, the socket is silent, and the mail that was announced waits until the next time. Here
the buffer is ours, so that no hint is lost, and no private part of imaplib is needed.
"""

from __future__ import annotations

import imaplib
import selectors
import socket
import ssl
from typing import Final

from client.post.account import Wire
from engine.mail.hosts import Tls

TIMEOUT: Final = 30
LONGEST_LINE: Final = 1_000_000
LONGEST_LITERAL: Final = 16 * 1024 * 1024
"""Twice as much as is ever asked for."""
_TAG: Final = b"GPIDLE"
_PIECE: Final = 65536


class Connection(imaplib.IMAP4):
    """A connection that is private before anything is said on it."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._unread = bytearray()
        super().__init__(wire.host, wire.port, TIMEOUT)
        if wire.tls is Tls.STARTTLS:
            self._turn_to_tls()

    def open(self, host: str = "", port: int = 143, timeout: float | None = None) -> None:
        """Called by imaplib to connect."""
        self.host, self.port = host, port
        self.sock = socket.create_connection((host.strip("[]"), port), timeout)
        # Small questions would wait for each other's acknowledgement.
        self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if self._wire.tls is Tls.IMPLICIT:
            self._wrap()

    def _turn_to_tls(self) -> None:
        try:
            answer, _ = self.xatom("STARTTLS")
            # What came in the open behind the answer is not the server's: it was put there on the way.
            if answer != "OK" or self._unread:
                raise self.abort("it does not turn to TLS")
            self._wrap()
        except BaseException:
            self.shutdown()
            raise

    def _wrap(self) -> None:
        try:
            self.sock = self._wire.tls_context().wrap_socket(self.sock, server_hostname=self._wire.host)
        except BaseException:
            self.sock.close()
            raise

    def read(self, size: int) -> bytes:
        """So many bytes, as imaplib wants it; fewer at the end of the connection."""
        if size > LONGEST_LITERAL:
            raise self.abort("it sends more than was asked for")
        while len(self._unread) < size and self._receive():
            pass
        return self._take(size)

    def readline(self) -> bytes:
        """A line, as imaplib wants it; empty at the end of the connection."""
        looked = 0
        while (end := self._unread.find(b"\n", looked)) < 0:
            looked = len(self._unread)
            if looked > LONGEST_LINE:
                raise self.error("it sends a line without an end")
            if not self._receive():
                return b""
        return self._take(end + 1)

    def _receive(self) -> bool:
        more = self.sock.recv(_PIECE)
        self._unread += more
        return bool(more)

    def _take(self, size: int) -> bytes:
        taken = bytes(self._unread[:size])
        del self._unread[:size]
        return taken

    def send(self, data: bytes) -> None:  # type: ignore[override]  # nothing else is ever sent
        """Called by imaplib to say something."""
        self.sock.sendall(data)

    def shutdown(self) -> None:
        """Hang up."""
        self.sock.close()

    def listen(self, seconds: float) -> None:
        """Until the server says something or the time is over. It is only ever a hint: look afterwards."""
        self.send(_TAG + b" IDLE\r\n")
        told = False
        while not (said := self._hear()).startswith(b"+"):
            if said.startswith(_TAG):
                raise self.error("it does not take IDLE")
            told = True
        if not told:
            self._wait(seconds)
        self.send(b"DONE\r\n")
        while not self._hear().startswith(_TAG):
            pass

    def _hear(self) -> bytes:
        line = self.readline()
        if not line:
            raise self.abort("it hung up")
        return line

    def _wait(self, seconds: float) -> None:
        """Until there are bytes to read, or the end of the connection."""
        if self._unread or (isinstance(self.sock, ssl.SSLSocket) and self.sock.pending()):
            return
        with selectors.DefaultSelector() as selector:
            selector.register(self.sock, selectors.EVENT_READ)
            selector.select(seconds)

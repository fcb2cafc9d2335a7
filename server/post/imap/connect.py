"""Connects to an IMAP server and logs in. From the first byte on there is a limit to how long it may take."""

from __future__ import annotations

import contextlib
import imaplib
import socket
from typing import Final

from imap_tools import BaseMailBox
from imap_tools.errors import MailboxStarttlsError
from imap_tools.utils import check_command_status

from engine.mail.hosts import Tls
from login.xoauth2 import NAME, TokenAnswers
from server.post.accounts import ImapAccount
from server.post.deadline import deadline
from server.post.errors import TokenRefused

TIMEOUT: Final = 30
"""For each sign of life, in seconds."""
LONGEST: Final = 300
"""No question takes longer, in seconds, however slowly the server talks."""


class Call:
    """A connection with a login. `handle` stays valid whatever TLS does, and can cut the line."""

    def __init__(self, account: ImapAccount) -> None:
        line = socket.create_connection((account.host, account.port), TIMEOUT)
        # Else small questions would wait for the acknowledgement of each other.
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.handle = line.dup()
        try:
            with self.in_time():
                self.box = _begin(line, account)
        except BaseException:
            line.close()
            self.handle.close()
            raise

    @property
    def client(self) -> imaplib.IMAP4:
        return self.box.client

    def in_time(self) -> contextlib.AbstractContextManager[None]:
        """Whatever is done in this block fails when it takes too long."""
        return deadline(self.handle, LONGEST)

    def hang_up(self) -> None:
        _shut(self.client)
        self.handle.close()


class _Client(imaplib.IMAP4):
    """Speaks over a line that is open already."""

    def __init__(self, line: socket.socket, account: ImapAccount) -> None:
        self._line = line
        super().__init__(account.host, account.port)

    def _create_socket(self, timeout: float | None) -> socket.socket:
        return self._line


class _Box(BaseMailBox):
    def __init__(self, client: imaplib.IMAP4) -> None:
        self._ready = client
        super().__init__()

    def _get_mailbox_client(self) -> imaplib.IMAP4:
        return self._ready


def _begin(line: socket.socket, account: ImapAccount) -> _Box:
    if account.tls is Tls.IMPLICIT:
        line = account.tls_context().wrap_socket(line, server_hostname=account.host)
    client = _Client(line, account)
    try:
        if account.tls is Tls.STARTTLS:
            check_command_status(client.starttls(account.tls_context()), MailboxStarttlsError)
        box = _Box(client)
        _log_in(box, account)
    except BaseException:
        _shut(client)
        raise
    return box


def _shut(client: imaplib.IMAP4) -> None:
    with contextlib.suppress(OSError, imaplib.IMAP4.error):
        client.shutdown()


def _log_in(box: BaseMailBox, account: ImapAccount) -> None:
    secret = account.secret()
    if account.xoauth2:
        _show_token(box.client, account, secret)
        return
    simple = account.user.isascii() and secret.isascii()
    log_in = box.login if simple else box.login_utf8
    log_in(account.user, secret, initial_folder=None)


def _show_token(client: imaplib.IMAP4, account: ImapAccount, token: str) -> None:
    """Log in with this access token; if it was withdrawn before its time, with a new one."""
    try:
        _authenticate(client, account, token)
    except TokenRefused:
        newer = account.secret(refused=token)
        if newer == token:
            raise
        _authenticate(client, account, newer)


def _authenticate(client: imaplib.IMAP4, account: ImapAccount, token: str) -> None:
    try:
        client.authenticate(NAME, TokenAnswers(account.user, token).to_imap)
    except imaplib.IMAP4.abort:
        raise
    except (imaplib.IMAP4.error, ValueError) as error:  # a challenge may be no base64
        raise TokenRefused(
            "account/token", "the server does not take the access token: {why}", why=str(error)[:200]
        ) from None

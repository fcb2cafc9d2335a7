"""A player's mail account: where the servers are, and how to log in there."""

from __future__ import annotations

import ssl
from collections.abc import Callable
from dataclasses import dataclass, field

from client.refusals import NoPost
from engine.mail.hosts import Tls, is_this_machine


@dataclass(frozen=True)
class Wire:
    """The way to one mail server."""

    host: str
    port: int
    tls: Tls = Tls.IMPLICIT

    def __post_init__(self) -> None:
        if self.tls is Tls.NONE and not is_this_machine(self.host):
            raise NoPost(
                "post/open",
                "{host} would be reached without TLS, and everybody on the way could read your password: "
                "use implicit or starttls",
                host=self.host,
            )

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"

    def tls_context(self) -> ssl.SSLContext:
        """The checks of a certificate: by the system's list, or what SSL_CERT_FILE names."""
        return ssl.create_default_context()


@dataclass(frozen=True)
class MailAccount:
    """An address, and the login with which its mail is fetched and sent."""

    address: str
    user: str
    password: str = field(repr=False)
    imap: Wire
    smtp: Wire
    xoauth2: bool = False
    """Whether the password is an access token."""
    look_up: Callable[[str], str] | None = field(default=None, repr=False, compare=False)
    """The source of a password that is not known beforehand. It is handed one that was just refused."""

    def secret(self, refused: str = "") -> str:
        """The password or access token to log in with now; another one than what was refused, if there is."""
        return self.look_up(refused) if self.look_up is not None else self.password

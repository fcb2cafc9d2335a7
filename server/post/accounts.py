"""Mail accounts: where a server is, and how to log in there."""

from __future__ import annotations

import ssl
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from engine.mail.hosts import Tls, is_this_machine
from server.post.errors import BadAccount


@dataclass(frozen=True)
class MailLogin:
    """A login at a mail server. An empty user means that there is no login."""

    host: str
    port: int
    user: str
    password: str = field(repr=False)
    tls: Tls = Tls.IMPLICIT
    ca_file: Path | None = None
    """Certificates to trust instead of the system's."""
    xoauth2: bool = False
    """Whether the password is an access token."""
    look_up: Callable[[str], str] | None = field(default=None, repr=False, compare=False)
    """The source of a password that is not known beforehand. It is handed one that was just refused."""

    def __post_init__(self) -> None:
        if self.tls is Tls.NONE and not is_this_machine(self.host):
            raise BadAccount(
                "account/open",
                "the server {host} is reached without TLS, and everybody on the way could read the password: "
                "use implicit TLS or STARTTLS",
                host=self.host,
            )

    def secret(self, refused: str = "") -> str:
        """The password or access token to log in with now; another one than what was refused, if there is."""
        return self.look_up(refused) if self.look_up is not None else self.password

    def tls_context(self) -> ssl.SSLContext:
        """The TLS context that certificates are checked with."""
        return ssl.create_default_context(cafile=self.ca_file)


@dataclass(frozen=True)
class ImapAccount(MailLogin):
    """The account that mail comes to."""

    folder: str = "INBOX"
    done_folder: str = ""
    """The folder for mail that was dealt with; empty: it stays."""
    delete_days: int = 0
    """The days after which mail is deleted that was dealt with; 0: it is kept."""

    @property
    def name(self) -> str:
        """The name of this mailbox in the ledger."""
        return f"{self.user} {self.folder} at {self.host}"


@dataclass(frozen=True)
class SmtpAccount(MailLogin):
    """The account that mail goes out through."""

    bounces: str = ""
    """The mailbox to which a mail comes back that can't be delivered; empty: `bounce` at the server's domain.

    Each mail adds its own mark to the name, as in `bounce+mark@example.org`.
    """

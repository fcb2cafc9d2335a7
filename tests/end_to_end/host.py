"""A host who runs the product as it is: a configuration file, and `grubenpost-server run` as a process."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from server.config.writer import write_config
from tests.server.host.program import Running, running
from tests.server.real.authority import Authority
from tests.server.real.dovecot import PASSWORD, Dovecot
from tests.server.real.postfix import DOMAIN, Postfix


@dataclass(frozen=True)
class Site:
    """The mail servers that a host has accounts at, and who vouches for them."""

    authority: Authority
    dovecot: Dovecot
    postfix: Postfix


@contextmanager
def running_club(
    folder: Path, site: Site, account: str, name: str = DOMAIN, database: str = ""
) -> Iterator[Running]:
    """A server with an account of this name, from its start to the end of the block. Nobody slows it down."""
    folder.mkdir(exist_ok=True)
    (folder / "password").write_text(PASSWORD, "utf-8")
    (folder / "password").chmod(0o600)
    write_settings(folder, site, account, {"password_file": "password"}, name, database)
    with running("--config", folder / "grubenpost.toml") as server:
        server.hears("info server running")
        yield server


def write_settings(
    folder: Path, site: Site, account: str, secret: dict[str, str], name: str = DOMAIN, database: str = ""
) -> None:
    """The configuration of a server with an account of this name, which is opened with that secret."""
    address = f"{account}@{DOMAIN}"
    trust = {"host": "localhost", "ca": str(site.authority.ca_file)}
    settings = {
        "server": {"name": name, "address": address, "data": "data", "database": database},
        "imap": {**trust, "port": site.dovecot.imaps_port, "user": address, **secret},
        "smtp": {**trust, "port": site.postfix.smtp_port, "tls": "starttls"},
        "limits": {"answers": 10_000, "mails_per_minute": 100_000, "mails_per_recipient": 100_000},
    }
    (folder / "grubenpost.toml").write_text(write_config(settings), "utf-8")


def ledger_url(folder: Path) -> str:
    """Where a server keeps its ledger if nobody says otherwise."""
    return f"sqlite:///{folder / 'data' / 'ledger.sqlite'}"

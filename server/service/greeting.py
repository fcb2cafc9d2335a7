"""The greeting of a server that starts: who it is, and how to connect."""

from __future__ import annotations

from typing import TYPE_CHECKING

from server.config.model import Config
from server.host.setup.post_office import EXAMPLES, full_address, make_password, read_accounts, write_accounts
from server.visit.settings import Settings

if TYPE_CHECKING:
    from server.service.local_office import Officing


def make_examples(config: Config) -> None:
    """Some accounts to begin with, if the server is its own post office and has none."""
    if config.office is not None and not read_accounts(config.office.accounts):
        made = {full_address(name, config.name): make_password() for name in EXAMPLES}
        write_accounts(config.office.accounts, made)


def greet(config: Config, settings: Settings, office: Officing | None) -> str:
    """A few lines for whoever started it."""
    lines = [
        f"Grubenpost runs as {config.name}. Players write to {config.address}.",
        f"Its key: {settings.key.public.line}",
        f"Everything is kept in {config.data}. Stop it with Ctrl-C.",
    ]
    if office is not None:
        lines += ["", *_how_to_connect(config, office, settings.key.public.line)]
    return "\n".join(lines)


def _how_to_connect(config: Config, office: Officing, key: str) -> list[str]:
    assert config.office is not None
    imap, smtp = office.imap, office.smtp
    accounts = read_accounts(config.office.accounts)
    width = max(map(len, accounts))
    return [
        "It is its own post office, which only this machine can reach. In a mail program:",
        "",
        f"  IMAP  {imap.host}, port {imap.port}, no encryption",
        f"  SMTP  {smtp.host}, port {smtp.port}, no encryption, with a login",
        "",
        *(f"  {address:<{width}}  password {password}" for address, password in sorted(accounts.items())),
        "",
        "Another account: grubenpost-server account add NAME",
        f"To begin, write from one of them to {config.address}:  register anna Anna",
        "Or with the client, in another terminal:",
        "",
        f"  grubenpost init --address {min(accounts)} --server {config.name} \\",
        f"    --server-address {config.address} --imap {imap.host}:{imap.port}/none \\",
        f"    --smtp {smtp.host}:{smtp.port}/none --server-key '{key}'",
        "  grubenpost register && grubenpost new --players 3 --bots 2 && grubenpost play",
    ]

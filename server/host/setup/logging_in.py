"""The host logs in at a provider for the server, and the login is kept."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import typer

from engine.errors import Refused
from engine.phrase import Phrase
from login.agreeing import log_in
from login.grant import Grant, write_grant
from login.keeping import kept_grant
from login.wanted import Wanted
from server.config.model import Config
from server.config.table import LOGIN_FILE
from server.host.output import put
from server.host.setup.house import make_private
from server.host.setup.login_file import LoginFile

USUAL: Final = "mail.login"


class HostTerminal:
    """The host, at a terminal."""

    def tell(self, words: Phrase) -> None:
        put(words)

    def show(self, address: str) -> None:
        put(address)

    def ask(self, question: Phrase) -> str:
        return str(typer.prompt(str(question)))

    def wait(self, seconds: float) -> None:
        time.sleep(seconds)


def keep_login(config: Config, wanted: Wanted) -> Iterator[str]:
    """All of it: what to tell the host, as it comes."""
    named = [
        Path(account.password.place)
        for account in (config.imap, config.smtp)
        if account is not None and account.password is not None and account.password.kind == LOGIN_FILE
    ]
    path = named[0] if named else config.data / USUAL
    file = LoginFile(path)
    provider, client_id, secret = wanted.complete(_before(file))
    grant = log_in(provider, client_id, secret, HostTerminal(), time.time, secrets.token_bytes)
    make_private(path.parent)
    file.write(write_grant(grant))
    yield f"Wrote the login to {path}; only you can read it."
    if not named:
        yield f'Now write login_file = "{USUAL}" into [imap] of the configuration, instead of the password.'
    yield "Done. Next: `grubenpost-server check`."


def _before(file: LoginFile) -> Grant | None:
    try:
        return kept_grant(file)
    except Refused:
        return None

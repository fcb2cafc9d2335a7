"""The first steps of a new host: questions, a trial of both accounts, and a configuration."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import typer

from server.config.errors import BadConfig
from server.config.model import Account, Config
from server.config.passwords import Password
from server.config.reader import parse_config
from server.config.table import PASSWORDS
from server.config.writer import write_config
from server.host.files import write_whole
from server.host.setup.accounts import imap_account, smtp_account
from server.host.setup.probe import NoAccount, try_imap, try_smtp
from server.host.setup.questions import Asker, Values, ask_account, ask_server

TYPED: Final = "imap.password"


def introduce(asker: Asker, out: Path, *, trying: bool, replace: bool) -> Iterator[str]:
    """All of it: what to tell the host, as it comes."""
    _check_place(out, replace)
    server = ask_server(asker)
    while True:
        values, typed = _ask_accounts(asker, server)
        text = write_config(values)
        try:
            config = parse_config(out, text)
            if trying:
                yield from _try(config, typed)
            break
        except (NoAccount, BadConfig) as error:
            yield f"That does not work. {error}"
            if asker.silent or not typer.confirm("Try other settings?", default=True):
                yield f"Nothing was written to {out}."
                raise typer.Exit(1) from None
            asker = Asker({}, silent=False)
    yield from _write(out, text, typed, 0o600 if config.in_clear else 0o644)


def _check_place(out: Path, replace: bool) -> None:
    if out.exists() and not replace:
        raise BadConfig("config/there", "{file} is there already: use --force to replace it", file=out)
    if not out.absolute().parent.is_dir():
        raise BadConfig("config/folder", "{file}: there is no such folder", file=out)


def _ask_accounts(asker: Asker, server: dict[str, Any]) -> tuple[Values, str]:
    """The values of a configuration, and the password if it was typed."""
    values = {
        **asker.given,
        "server": server,
        "imap": ask_account(asker, "imap", server["address"]),
        "smtp": ask_account(asker, "smtp", server["address"]),
    }
    if any(key in values["imap"] for key in PASSWORDS):
        return values, ""
    if asker.silent:
        places = ", ".join(f"imap.{key}" for key in PASSWORDS[:-1])
        raise typer.BadParameter(f"say with --set where the password is: {places}")
    values["imap"]["password_file"] = TYPED
    return values, str(typer.prompt("The password", hide_input=True))


def _try(config: Config, typed: str) -> Iterator[str]:
    """Log in at both servers."""
    assert config.imap is not None
    assert config.smtp is not None
    yield f"Trying {config.imap} …"
    yield f"  {try_imap(imap_account(_with(config.imap, typed)))}"
    yield f"Trying {config.smtp} …"
    smtp = _with(config.smtp, typed) if config.smtp.password == config.imap.password else config.smtp
    yield f"  {try_smtp(smtp_account(smtp), config.name)}"


def _with(account: Account, typed: str) -> Account:
    """The account with a password that is not in its file yet."""
    if not typed or account.password is None:
        return account
    password = Password("password_in_clear", typed, account.user, account.kind, account.password.file)
    return dataclasses.replace(account, password=password)


def _write(out: Path, text: str, typed: str, mode: int) -> Iterator[str]:
    if typed:
        place = out.absolute().parent / TYPED
        write_whole(place, f"{typed}\n".encode(), mode=0o600)
        yield f"Wrote the password to {place}; only you can read it."
    write_whole(out, text.encode("utf-8"), mode)
    yield f"Wrote {out}."
    yield "Done. Next: `grubenpost-server check`, then `grubenpost-server run`."

"""`grubenpost-server account`: the accounts of the post office on this machine."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from server.host.options import AsJson, ConfigFile, DataFolder
from server.host.output import put, put_json


class Do(StrEnum):
    LIST = "list"
    ADD = "add"
    REMOVE = "remove"


def run(
    do: Annotated[Do, typer.Argument(help="What to do.")] = Do.LIST,
    name: Annotated[str | None, typer.Argument(help="The account, such as anna.")] = None,
    config: ConfigFile = None,
    data: DataFolder = None,
    as_json: AsJson = False,
) -> None:
    """List, add or remove accounts of the post office on this machine.

    Only for a server without mail accounts of its own. A new account works within a few seconds, with the
    password that is shown; one that was removed works until the next start.
    """
    from server.config import BadConfig, load_config
    from server.host.setup.post_office import read_accounts

    loaded = load_config(config, data)
    if loaded.office is None:
        raise BadConfig(
            "account/provider",
            "{source} names mail accounts, so there is no post office here: players use addresses they have",
            source=loaded.source,
        )
    if (name is None) != (do is Do.LIST):
        raise typer.BadParameter("write `account list`, `account add NAME` or `account remove NAME`")
    path = loaded.office.accounts
    found = read_accounts(path)
    if name is not None:
        found = _change(do, name, loaded.name, path, found)
    if as_json:
        put_json(found)
    else:
        for address, password in sorted(found.items()):
            put(f"{address}  password {password}")


def _change(do: Do, name: str, domain: str, path: Path, accounts: dict[str, str]) -> dict[str, str]:
    """The account that was added or removed."""
    from server.host.setup.house import make_private
    from server.host.setup.post_office import BadName, full_address, make_password, write_accounts

    address = full_address(name, domain)
    if (address in accounts) == (do is Do.ADD):
        state = "is there already" if do is Do.ADD else "is not there"
        raise BadName("account/state", "the account {address} {state}", address=address, state=state)
    if do is Do.REMOVE:
        write_accounts(path, {key: value for key, value in accounts.items() if key != address})
        return {address: accounts[address]}
    make_private(path.parent)
    password = make_password()
    write_accounts(path, {**accounts, address: password})
    return {address: password}

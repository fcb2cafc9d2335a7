"""`grubenpost-server release`: let a player's addresses and keys be changed again."""

from __future__ import annotations

from typing import Annotated

import typer

from server.host.options import ConfigFile, DataFolder
from server.host.output import put


def run(
    handle: Annotated[str, typer.Argument(metavar="HANDLE", help="The player.")],
    mail_to: Annotated[
        str | None,
        typer.Option("--mail-to", metavar="ADDRESS", help="Mail goes to this one of the addresses."),
    ] = None,
    config: ConfigFile = None,
    data: DataFolder = None,
) -> None:
    """Let a player's addresses and keys be changed by mail again.

    Somebody who reads mail to the player has stopped that, and you got a mail about it. Find out first, by
    other ways than mail, who of them is the player. All addresses of the player are told.
    """
    from server.config import load_config
    from server.host.acts.release import release_player
    from server.host.setup.house import open_ledger

    loaded = load_config(config, data)
    with open_ledger(loaded) as ledger:
        release_player(loaded, ledger, handle, mail_to)
    put(f"Addresses and keys of {handle} can be changed by mail again.")

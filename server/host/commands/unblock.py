"""`grubenpost-server unblock`: deal with somebody's mail again."""

from __future__ import annotations

from typing import Annotated

import typer

from server.host.options import ConfigFile, DataFolder
from server.host.output import put


def run(
    who: Annotated[str, typer.Argument(metavar="WHO", help="As it was blocked; `block` lists it.")],
    config: ConfigFile = None,
    data: DataFolder = None,
) -> None:
    """Deal with the mail of a player, an address or a domain again. A player is told."""
    from server.config import load_config
    from server.host.acts.host_acts import unblock_by_host
    from server.host.setup.house import open_ledger

    loaded = load_config(config, data)
    with open_ledger(loaded) as ledger:
        unblock_by_host(loaded, ledger, who)
    put(f"Mail of {who} is dealt with again.")

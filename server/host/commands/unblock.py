"""`grubenpost-server unblock`: deal with somebody's mail again."""

from __future__ import annotations

from typing import Annotated

import typer

from server.host.options import ConfigFile, DataFolder


def run(
    who: Annotated[str, typer.Argument(metavar="WHO", help="As it was blocked; `block` lists it.")],
    config: ConfigFile = None,
    data: DataFolder = None,
) -> None:
    """Deal with the mail of a player, an address or a domain again. A player is told."""
    from server.host.acts.asking import ask_and_tell

    ask_and_tell(config, data, "unblock", who, f"Mail of {who} is dealt with again.")

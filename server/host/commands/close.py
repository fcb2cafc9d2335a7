"""`grubenpost-server close`: end a game that its players can't bring to an end."""

from __future__ import annotations

from typing import Annotated

import typer

from server.host.options import AsJson, ConfigFile, DataFolder
from server.host.output import put, put_json


def run(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game.")],
    reason: Annotated[str, typer.Option("--reason", metavar="TEXT", help="Why; all its players read it.")],
    config: ConfigFile = None,
    data: DataFolder = None,
    as_json: AsJson = False,
) -> None:
    """End a running game without a winner, for a reason.

    The reason is written into the game's log, where it stays for ever and `grubenpost verify` shows it, and
    mailed to its players. This can't be taken back. The server may run meanwhile.
    """
    from server.config import load_config
    from server.host.acts.host_acts import close_by_host
    from server.host.setup.house import open_ledger

    loaded = load_config(config, data)
    with open_ledger(loaded) as ledger:
        told = close_by_host(loaded, ledger, game, reason)
    if as_json:
        put_json({"game": game, "told": told})
    else:
        put(f"The game {game} is over. Told: {', '.join(told) or 'nobody'}.")

"""`grubenpost-server announce`: tell everyone in a game something."""

from __future__ import annotations

from typing import Annotated

import typer

from server.host.options import AsJson, ConfigFile, DataFolder


def run(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game.")],
    reason: Annotated[str, typer.Option("--text", metavar="TEXT", help="One line, for all in the game.")],
    config: ConfigFile = None,
    data: DataFolder = None,
    as_json: AsJson = False,
) -> None:
    """Tell everyone in a running game something.

    It stands in the game's log, where it stays for ever and `grubenpost verify` shows it.
    """
    from server.host.acts.asking import ask_and_tell

    told = f"Everyone in {game} is told."
    ask_and_tell(config, data, "announce", game, told, reason=reason, as_json=as_json)

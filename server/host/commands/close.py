"""`grubenpost-server close`: end a game that its players can't bring to an end."""

from __future__ import annotations

from typing import Annotated

import typer

from server.host.options import AsJson, ConfigFile, DataFolder


def run(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game.")],
    reason: Annotated[str, typer.Option("--reason", metavar="TEXT", help="Why; all its players read it.")],
    config: ConfigFile = None,
    data: DataFolder = None,
    as_json: AsJson = False,
) -> None:
    """End a running game without a winner, for a reason.

    The reason is written into the game's log, where it stays for ever and `grubenpost verify` shows it, and
    mailed to its players. This can't be taken back. It counts from now on, and is done as soon as all mail
    that came until now has been dealt with.
    """
    from server.host.acts.asking import ask_and_tell

    told = f"The game {game} ends, and its players are told."
    ask_and_tell(config, data, "close", game, told, reason=reason, as_json=as_json)

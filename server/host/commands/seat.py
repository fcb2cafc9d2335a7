"""`grubenpost-server seat`: ask somebody to take an open seat."""

from __future__ import annotations

from typing import Annotated

import typer

from server.host.options import AsJson, ConfigFile, DataFolder


def run(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game.")],
    who: Annotated[str, typer.Argument(metavar="HANDLE", help="The player.")],
    reason: Annotated[str, typer.Option("--reason", metavar="TEXT", help="Why; all in the game read it.")],
    config: ConfigFile = None,
    data: DataFolder = None,
    as_json: AsJson = False,
) -> None:
    """Ask a player to take an open seat of a running game, for a reason.

    Nobody gets a seat without a letter of their own: they have it when they `join` the game. That they were
    asked stands in the game's log, where `grubenpost verify` shows it, and its players are told.
    """
    from server.host.acts.asking import ask_and_tell

    told = f"{who} is asked to take the open seat of {game}, and its players are told."
    ask_and_tell(config, data, "seat", game, told, reason=reason, as_json=as_json, who=who)

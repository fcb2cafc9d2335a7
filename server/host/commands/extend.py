"""`grubenpost-server extend`: give the turn under way more time."""

from __future__ import annotations

from typing import Annotated

import typer

from server.host.options import AsJson, ConfigFile, DataFolder


def run(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game.")],
    reason: Annotated[str, typer.Option("--reason", metavar="TEXT", help="Why; all in the game read it.")],
    days: Annotated[int, typer.Option(min=1, max=30, help="How many days more.")] = 1,
    config: ConfigFile = None,
    data: DataFolder = None,
    as_json: AsJson = False,
) -> None:
    """Give whoever is on turn in a running game more time, for a reason.

    It stands in the game's log, where `grubenpost verify` shows it, and its players are told.
    """
    from server.host.acts.asking import ask_and_tell

    told = f"The turn under way in {game} gets more time, and its players are told."
    seconds = str(days * 24 * 60 * 60)
    ask_and_tell(config, data, "extend", game, told, reason=reason, as_json=as_json, seconds=seconds)

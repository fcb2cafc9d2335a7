"""`grubenpost-server unseat`: take a player off a seat."""

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
    """Take a player off a seat of a running game, for a reason: a bot plays on.

    The seat is open to others, and to the same player, who can `join` the game. It stands in the game's log,
    where `grubenpost verify` shows it, and its players are told. To keep somebody out, `block` them first.
    """
    from server.host.acts.asking import ask_and_tell

    told = f"A bot plays on for {who} in {game}, and its players are told."
    ask_and_tell(config, data, "unseat", game, told, reason=reason, as_json=as_json, who=who)

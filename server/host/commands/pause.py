"""`grubenpost-server pause`: let the clock of a game stand still."""

from __future__ import annotations

from typing import Annotated

import typer

from server.host.options import AsJson, ConfigFile, DataFolder


def run(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game.")],
    reason: Annotated[str, typer.Option("--reason", metavar="TEXT", help="Why; all in the game read it.")],
    config: ConfigFile = None,
    data: DataFolder = None,
    as_json: AsJson = False,
) -> None:
    """Let the clock of a running game stand still from now on, for a reason.

    It stands in the game's log, and its players are told. It counts from now on, and is written down as soon
    as all mail that came until now has been dealt with. Moves can be made meanwhile. `resume GAME` ends it.
    """
    from server.host.acts.asking import ask_and_tell

    told = f"The clock of {game} stands still, and its players are told."
    ask_and_tell(config, data, "pause", game, told, reason=reason, as_json=as_json)

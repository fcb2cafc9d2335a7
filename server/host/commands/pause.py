"""`grubenpost-server pause`: let the clock of a game stand still."""

from __future__ import annotations

from typing import Annotated

import typer

from server.host.options import AsJson, ConfigFile, DataFolder
from server.host.output import put, put_json


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
    from server.config import load_config
    from server.host.acts.game_acts import act_on_game
    from server.host.setup.house import open_ledger

    with open_ledger(load_config(config, data)) as ledger:
        at = act_on_game(ledger, "pause", game, reason)
    show_act("pause", game, at, as_json=as_json)


def show_act(act: str, game: str, at: int, *, as_json: bool) -> None:
    """Say that it is noted."""
    if as_json:
        put_json({"game": game, "act": act, "at": at})
        return
    told = "stands still" if act == "pause" else "goes on"
    put(f"The clock of {game} {told} from now on. Its players are told within a few minutes.")

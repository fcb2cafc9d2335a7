"""`grubenpost clock`: agree on a clock for a game under way."""

from __future__ import annotations

from typing import Annotated

import typer

from client.session.chosen_game import GameName
from client.session.console import Console
from client.session.errands import PATIENCE, NoWait, Patience, ask_server


def run(
    at: Console,
    game: GameName,
    pace: Annotated[
        str, typer.Argument(metavar="PACE", help="daily, brisk, relaxed, weekend, none, or 1d+bank:3d.")
    ],
    *,
    patience: Patience = PATIENCE,
    no_wait: NoWait = False,
) -> None:
    """Say with which clock you would play a game that is under way.

    When all who play in it have said the same, it has that clock from then on. Your word is a sealed letter,
    which stays in the log of the game.
    """
    from engine.clock.notation import parse, write  # noqa: PLC0415

    ask_server(at, f"clock {game} pace={write(parse(pace))}", game=game, patience=patience, no_wait=no_wait)

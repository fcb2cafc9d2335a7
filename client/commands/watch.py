"""`grubenpost watch`: follow a public game without sitting in it."""

from __future__ import annotations

from typing import Annotated

import typer

from client.session.chosen_game import GameName
from client.session.console import Console
from client.session.errands import PATIENCE, NoWait, Patience, ask_server


def run(
    at: Console,
    game: GameName,
    how: Annotated[str, typer.Argument(metavar="[HOW]", help="turns, daily or results.")] = "turns",
    *,
    patience: Patience = PATIENCE,
    no_wait: NoWait = False,
) -> None:
    """Follow a public game that you are not in, by mail.

    With every turn, once a day, or with the result alone. `grubenpost games running` lists such games;
    `grubenpost unwatch` stops it.
    """
    ask_server(at, f"watch {game} {how}", patience=patience, no_wait=no_wait)

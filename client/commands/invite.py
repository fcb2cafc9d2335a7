"""`grubenpost invite`: ask others to join your game."""

from __future__ import annotations

from typing import Annotated

import typer

from client.session.chosen_game import GameName
from client.session.console import Console
from client.session.errands import PATIENCE, NoWait, Patience, ask_server


def run(
    at: Console,
    game: GameName,
    handles: Annotated[list[str], typer.Argument(metavar="HANDLE", help="Whom to invite.")],
    *,
    patience: Patience = PATIENCE,
    no_wait: NoWait = False,
) -> None:
    """Invite players to your open game. Each gets a mail that says how to join."""
    ask_server(at, f"invite {game} {' '.join(handles)}", game=game, patience=patience, no_wait=no_wait)

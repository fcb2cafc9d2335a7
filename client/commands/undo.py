"""`grubenpost undo`: take your own last move back."""

from __future__ import annotations

from typing import Annotated

import typer

from client.session.chosen_game import GameName, find_game
from client.session.console import Console
from client.session.errands import PATIENCE, NoWait, Patience, ask_server
from engine.errors import Refused


def run(
    at: Console,
    game: GameName,
    ply: Annotated[
        int | None,
        typer.Argument(
            metavar="NUMBER", min=0, max=9999, help="The number of the move; the last one, if left out."
        ),
    ] = None,
    *,
    patience: Patience = PATIENCE,
    no_wait: NoWait = False,
) -> None:
    """Take your own last move back, or agree that somebody else does.

    As long as your move waits to be played, you alone decide. After that all who play have to agree, before
    anybody moves; what has shown something hidden stays. To agree, say the number that the mail names. Your
    word is a sealed letter, which stays in the log of the game.
    """
    chosen = _last_of_mine(at, game) if ply is None else ply
    ask_server(at, f"undo {game} {chosen}", game=game, patience=patience, no_wait=no_wait)


def _last_of_mine(at: Console, game: str) -> int:
    """The ply of the player's last move: the one that waits to be played, or the last one that was played."""
    found = find_game(at, game)
    if found.held is not None:
        return found.held[0]
    if found.facts is None or found.over or found.mine or found.ply == 0:
        raise Refused("undo/nothing", "there is no move that could be taken back now")
    return found.ply - 1

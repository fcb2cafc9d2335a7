"""`grubenpost start`: begin a game that waits for your word."""

from __future__ import annotations

from client.session.chosen_game import GameName
from client.session.console import Console
from client.session.errands import PATIENCE, NoWait, Patience, ask_server


def run(at: Console, game: GameName, *, patience: Patience = PATIENCE, no_wait: NoWait = False) -> None:
    """Start your game, opened with --hold, once all its seats are taken."""
    ask_server(at, f"start {game}", game=game, patience=patience, no_wait=no_wait)

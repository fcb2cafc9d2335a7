"""`grubenpost nudge`: remind whoever is on turn."""

from __future__ import annotations

from client.session.chosen_game import GameName
from client.session.console import Console
from client.session.errands import PATIENCE, NoWait, Patience, ask_server


def run(at: Console, game: GameName, *, patience: Patience = PATIENCE, no_wait: NoWait = False) -> None:
    """Remind whoever is on turn in a game, once a turn."""
    ask_server(at, f"nudge {game}", game=game, patience=patience, no_wait=no_wait)

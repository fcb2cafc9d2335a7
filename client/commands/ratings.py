"""`grubenpost ratings`: the table of all who are rated."""

from __future__ import annotations

from client.session.console import Console
from client.session.errands import PATIENCE, NoWait, Patience, ask_server


def run(at: Console, *, patience: Patience = PATIENCE, no_wait: NoWait = False) -> None:
    """Show the table of all who have played rated games.

    The server is asked. `grubenpost new --rated` opens such a game.
    """
    ask_server(at, "ratings", patience=patience, no_wait=no_wait)

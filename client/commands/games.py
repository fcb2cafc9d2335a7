"""`grubenpost games`: which games can be joined."""

from __future__ import annotations

from client.session.console import Console
from client.session.errands import PATIENCE, NoWait, Patience, ask_server


def run(at: Console, *, patience: Patience = PATIENCE, no_wait: NoWait = False) -> None:
    """List the games that you can join, and those that you are invited to.

    The server is asked. `grubenpost join GAME` takes a seat; `grubenpost status` lists your own games.
    """
    ask_server(at, "games", patience=patience, no_wait=no_wait)

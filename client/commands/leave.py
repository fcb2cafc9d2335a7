"""`grubenpost leave`: give up a seat before the game has started."""

from __future__ import annotations

from client.console import Console
from client.errands import PATIENCE, NoWait, Patience, ask_server
from client.gameside import GameName
from client.glance import glance


def run(at: Console, game: GameName, *, patience: Patience = PATIENCE, no_wait: NoWait = False) -> None:
    """Give up your seat in a game that has not started.

    Out of a running game you `resign`.
    """
    ask_server(at, f"leave {game}", game=game, patience=patience, no_wait=no_wait)
    found = glance(at.home, game)
    if not no_wait and found is not None and found.facts is None:
        (at.home.games / f"{game}.json").unlink()  # nothing was known but that we had a seat

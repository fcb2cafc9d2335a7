"""`grubenpost since`: what happened since your last move."""

from __future__ import annotations

from client.memory.glance import see
from client.session.chosen_game import AsJson, MaybeGame, find_game
from client.session.console import Console


def run(at: Console, game: MaybeGame = "", *, as_json: AsJson = False) -> None:
    """Tell what happened in a game since your last move, as the newest mail tells it.

    It is what was fetched last; no network is needed.
    """
    found = find_game(at, game)
    if as_json:
        at.show_json({"game": found.game, "ply": found.ply, "at": found.at or None, "told": found.told})
    else:
        at.show(found.told)
    see(at.home, found)

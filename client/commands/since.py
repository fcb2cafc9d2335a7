"""`grubenpost since`: what happened since your last move, and until when there is time."""

from __future__ import annotations

from client.memory.glance import see
from client.session.chosen_game import AsJson, MaybeGame, find_game
from client.session.console import Console


def run(at: Console, game: MaybeGame = "", *, as_json: AsJson = False) -> None:
    """Tell what happened in a game since your last move, as the newest mail tells it, and who has how long.

    It is what was fetched last; no network is needed.
    """
    from client.session.time_left import time_facts, told_with_time  # noqa: PLC0415

    found = find_game(at, game)
    if as_json:
        clock = time_facts(found.dial)
        at.show_json(
            {"game": found.game, "ply": found.ply, "at": found.at or None, "told": found.told, "clock": clock}
        )
    else:
        at.show(told_with_time(found.told, found.dial, found.whose, found.seat, at.tongue))
    see(at.home, found)

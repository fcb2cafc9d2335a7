"""`grubenpost leave`: give up a seat before the game has started."""

from __future__ import annotations

from client.memory.glance import glance
from client.session.chosen_game import GameName
from client.session.console import Console
from client.session.errands import PATIENCE, NoWait, Patience, deliver


def run(at: Console, game: GameName, *, patience: Patience = PATIENCE, no_wait: NoWait = False) -> None:
    """Give up your seat in a game that has not started.

    A sealed letter says so, which stays in the log of the game. Out of a running game you `resign`.
    """
    from client.exchange.requests import leave_letter, left  # noqa: PLC0415
    from engine.record.letters.fields import GAME  # noqa: PLC0415

    GAME.read("game", game)
    with at.correspond() as post:
        answer = deliver(at, post, leave_letter(post, game, patience), patience, no_wait)
        if answer is None:
            return
        left(post, game)
    at.show(answer.text.strip())
    found = glance(at.home, game)
    if found is not None and found.facts is None:
        (at.home.games / f"{game}.json").unlink()  # nothing was known but that we had a seat

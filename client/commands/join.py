"""`grubenpost join`: take a seat."""

from __future__ import annotations

from client.console import Console
from client.errands import PATIENCE, Patience, tell_waiting
from client.gameside import GameName


def run(at: Console, game: GameName, *, patience: Patience = PATIENCE) -> None:
    """Take a seat in a game that waits for players.

    A sealed letter with your share of the shuffle goes out. When the last seat is taken, the game starts and
    the first mail comes: `grubenpost fetch`.
    """
    from client.bymail import join  # noqa: PLC0415
    from engine.record.fields import GAME  # noqa: PLC0415

    GAME.read("game", game)
    with at.correspond() as post:
        tell_waiting(at, post)
        answer = join(post, game, patience)
    at.show(answer.text.strip())

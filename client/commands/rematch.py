"""`grubenpost rematch`: the same players, once more."""

from __future__ import annotations

from client.session.chosen_game import GameName
from client.session.console import Console
from client.session.errands import PATIENCE, Patience, deliver


def run(at: Console, game: GameName, *, patience: Patience = PATIENCE) -> None:
    """Open a game like one that is over, take a seat in it, and invite all who played."""
    from client.commands.new import take_seat  # noqa: PLC0415
    from client.exchange.requests import game_in  # noqa: PLC0415

    with at.correspond() as post:
        answer = deliver(at, post, post.quill.request(f"rematch {game}"), patience, no_wait=False)
        if answer is None:
            return
        opened = game_in(answer)
        at.say("The game {game} is open. Others join it with: grubenpost join {game}", game=opened)
        take_seat(at, post, opened, patience)
    if at.quiet:
        at.show(opened)

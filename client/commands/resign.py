"""`grubenpost resign`: leave a running game for good."""

from __future__ import annotations

from client.session.chosen_game import GameName
from client.session.console import Console
from client.session.errands import PATIENCE, NoWait, Patience, Yes, ask_server


def run(
    at: Console, game: GameName, *, yes: Yes = False, patience: Patience = PATIENCE, no_wait: NoWait = False
) -> None:
    """Give up your seat in a running game for good.

    By the game's option, the house bot plays on for you, or the seat stays empty, so that the others
    can finish.
    """
    if yes or at.agrees(at.tongue.say("Leave the game {game} for good?", game=game)):
        ask_server(at, f"resign {game}", game=game, patience=patience, no_wait=no_wait)
    else:
        at.say("Nothing was sent.")

"""`grubenpost vote`: decide something together with all in a game."""

from __future__ import annotations

from typing import Annotated

import typer

from client.session.chosen_game import GameName
from client.session.console import Console
from client.session.errands import PATIENCE, NoWait, Patience, ask_server


def run(
    at: Console,
    game: GameName,
    what: Annotated[
        list[str],
        typer.Argument(metavar="WHAT", help="abandon, count, publish, replace HANDLE, or clock PACE."),
    ],
    *,
    against: Annotated[bool, typer.Option("--no", help="You are against it.")] = False,
    patience: Patience = PATIENCE,
    no_wait: NoWait = False,
) -> None:
    """Vote in a running game, or ask the others for a vote.

    abandon ends the game without a winner, count ends it early with the points as they stand, replace ben
    has a bot play for Ben until somebody takes the seat, clock daily gives it another clock, publish has what
    was said to all told with the archive. All have to agree; after seven days those are not counted who have
    neither voted nor moved, if the game has waited for one of them for three days. Your vote is a sealed
    letter, which stays in the log of the game.
    """
    words = ["vote", game, *what[:1], *([] if against else what[1:]), *(["no"] if against else [])]
    ask_server(at, " ".join(words), game=game, patience=patience, no_wait=no_wait)

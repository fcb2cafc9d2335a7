"""`grubenpost archive`: get the whole game, and check it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from client.session.chosen_game import GameName
from client.session.console import Console
from client.session.errands import PATIENCE, Patience, tell_waiting


def run(
    at: Console,
    game: GameName,
    *,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="The folder for it. [default: beside your games]")
    ] = None,
    patience: Patience = PATIENCE,
) -> None:
    """Get the archive of a game from the server, check everything in it, and write it down.

    It must be of the history whose checkpoints came with your turns. Before the end of a game it holds only
    what is public. `grubenpost verify` checks it again at any time.
    """
    from client.exchange.requests import fetch_archive  # noqa: PLC0415
    from engine.record.letters.fields import GAME  # noqa: PLC0415

    GAME.read("game", game)
    with at.correspond() as post:
        tell_waiting(at, post)
        path, proved = fetch_archive(post, game, out, patience)
    at.say(
        "Archive verified: {plies} moves, {letters} sealed letters.",
        plies=proved.plies,
        letters=proved.letters,
    )
    at.show(str(path))

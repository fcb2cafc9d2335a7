"""`grubenpost history`: the whole story of a game."""

from __future__ import annotations

from typing import Annotated

import typer

from client.session.chosen_game import AsJson, MaybeGame, find_game
from client.session.console import Console


def run(
    at: Console,
    game: MaybeGame = "",
    *,
    ply: Annotated[
        int, typer.Option("--from", metavar="MOVE", help="Only what was told from this move on.")
    ] = 0,
    as_json: AsJson = False,
) -> None:
    """Tell the story of a game, turn by turn, as the server's mails told it.

    It is what was fetched so far; no network is needed. `grubenpost send "history GAME"` asks the server.
    """
    from client.memory.journal import chapters, read_told  # noqa: PLC0415

    found = find_game(at, game)
    told = [part for part in read_told(at.home, found.game) if part.ply >= ply]
    if as_json:
        at.show_json([part._asdict() for part in told])
        return
    at.show("\n\n".join(part.text for part in chapters(told)))

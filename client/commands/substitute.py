"""`grubenpost substitute`: offer your seat to somebody."""

from __future__ import annotations

from typing import Annotated

import typer

from client.session.chosen_game import GameName
from client.session.console import Console
from client.session.errands import PATIENCE, NoWait, Patience, ask_server


def run(
    at: Console,
    game: GameName,
    handle: Annotated[str, typer.Argument(metavar="HANDLE", help="To whom; `off` takes an offer back.")],
    *,
    until: Annotated[
        str, typer.Option(metavar="DAY", help="Only until this day: 2027-01-05. Then it is yours again.")
    ] = "",
    if_late: Annotated[
        bool, typer.Option("--if-late", help="They only step in when your time is up; with --until.")
    ] = False,
    patience: Patience = PATIENCE,
    no_wait: NoWait = False,
) -> None:
    """Offer your seat in a running game to somebody, for good or until a day.

    They have it when they join the game. `grubenpost join` gets a lent seat back before that day. Your word
    is a sealed letter, which stays in the log of the game.
    """
    words = ["substitute", game, handle, *(["until", until] if until else [])]
    words += ["if", "late"] if if_late and until else []
    ask_server(at, " ".join(words), game=game, patience=patience, no_wait=no_wait)

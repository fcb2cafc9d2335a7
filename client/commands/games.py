"""`grubenpost games`: which games can be joined."""

from __future__ import annotations

from typing import Annotated

import typer

from client.session.console import Console
from client.session.errands import PATIENCE, NoWait, Patience, ask_server


def run(
    at: Console,
    wishes: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[WISH]",
            help="players=2, pace=daily, language=de, auth=mailbox, rated=yes, rating=0-20; running.",
        ),
    ] = None,
    *,
    patience: Patience = PATIENCE,
    no_wait: NoWait = False,
) -> None:
    """List the games that you can join, and those that you are invited to.

    With wishes, only those that fit them all; with `running`, the public ones under way. The server is
    asked. `grubenpost join GAME` takes a seat; `grubenpost status` lists your own games.
    """
    ask_server(at, " ".join(["games", *(wishes or [])]), patience=patience, no_wait=no_wait)

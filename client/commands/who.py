"""`grubenpost who`: what everybody may know of a player."""

from __future__ import annotations

from typing import Annotated

import typer

from client.session.console import Console
from client.session.errands import PATIENCE, NoWait, Patience, ask_server


def run(
    at: Console,
    handle: Annotated[
        str, typer.Argument(metavar="[HANDLE]", help="Whom to ask about; you, if nobody.")
    ] = "",
    *,
    patience: Patience = PATIENCE,
    no_wait: NoWait = False,
) -> None:
    """Tell a player's rating, and how reliable they are.

    The server is asked. `grubenpost ratings` shows everybody.
    """
    ask_server(at, f"who {handle}".rstrip(), patience=patience, no_wait=no_wait)

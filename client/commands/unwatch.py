"""`grubenpost unwatch`: follow a game no longer."""

from __future__ import annotations

from typing import Annotated

import typer

from client.session.console import Console
from client.session.errands import PATIENCE, NoWait, Patience, ask_server


def run(
    at: Console,
    game: Annotated[str, typer.Argument(metavar="[GAME]", help="Which one; all, if none.")] = "",
    *,
    patience: Patience = PATIENCE,
    no_wait: NoWait = False,
) -> None:
    """Follow a game no longer, or none at all."""
    ask_server(at, f"unwatch {game}".rstrip(), patience=patience, no_wait=no_wait)

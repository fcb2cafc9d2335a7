"""`grubenpost send`: any other command to the server."""

from __future__ import annotations

from typing import Annotated

import typer

from client.session.console import Console
from client.session.errands import PATIENCE, NoWait, Patience, ask_server


def run(
    at: Console,
    words: Annotated[list[str], typer.Argument(metavar="COMMAND", help="Such as: history k3t9qa since 40.")],
    *,
    patience: Patience = PATIENCE,
    no_wait: NoWait = False,
) -> None:
    """Send any command that the server knows, sealed, and show what it answers.

    Several commands are separated by semicolons: they are carried out all together or not at all.
    `grubenpost send help` lists them.
    """
    ask_server(at, " ".join(words), patience=patience, no_wait=no_wait)

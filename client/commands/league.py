"""`grubenpost league`: open a league, sign up for it, or see its table."""

from __future__ import annotations

from typing import Annotated

import typer

from client.session.console import Console
from client.session.errands import PATIENCE, NoWait, Patience, ask_server


def run(
    at: Console,
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="[WORDS]", help="new NAME swiss rounds=3, join NAME, leave NAME, or a NAME."),
    ] = None,
    *,
    patience: Patience = PATIENCE,
    no_wait: NoWait = False,
) -> None:
    """Open a league, sign up for one, leave it, see its table, or list all.

    The server is asked. A game of yours in it is joined by `grubenpost join GAME`, within three days.
    """
    said = words or []
    asked = "league" if said[:1] in (["new"], ["join"], ["leave"]) else "leagues"
    ask_server(at, " ".join([asked, *said]), patience=patience, no_wait=no_wait)

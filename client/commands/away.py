"""`grubenpost away`: the days on which you will not be there."""

from __future__ import annotations

from typing import Annotated

import typer

from client.session.console import Console
from client.session.errands import PATIENCE, NoWait, Patience, ask_server


def run(
    at: Console,
    first: Annotated[str, typer.Argument(metavar="FROM", help="The first day: 2026-12-20.")],
    last: Annotated[str, typer.Argument(metavar="TO", help="The last day; left out: only that one.")] = "",
    *,
    patience: Patience = PATIENCE,
    no_wait: NoWait = False,
) -> None:
    """Let your clocks stand still in all games on these days.

    They are days where you live, as `grubenpost set zone` has told the server. The others at your tables see
    it. The host sets how many days there are in a year. `grubenpost back` ends it early.
    """
    from engine.clock.absence import read_absence  # noqa: PLC0415

    absence = read_absence(f"{first} to {last}" if last else first)
    ask_server(at, f"away {absence.write()}", patience=patience, no_wait=no_wait)

"""`grubenpost-server retry`: put mails back that were set aside."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from server.host.options import AsJson, ConfigFile, DataFolder
from server.host.output import put, put_json


def run(
    mails: Annotated[list[int] | None, typer.Argument(metavar="ID", help="Which mails.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="All that are set aside.")] = False,
    config: ConfigFile = None,
    data: DataFolder = None,
    as_json: AsJson = False,
) -> None:
    """Put mails back that were set aside.

    A running server then deals with them as if they had just come.
    """
    if bool(mails) == everything:
        raise typer.BadParameter("say which mails, by the numbers that `aside` lists, or --all")
    from server.config import load_config
    from server.host.reports.aside import put_back
    from server.host.setup.house import open_ledger

    with open_ledger(load_config(config, data)) as ledger, ledger.writing() as session:
        done = put_back(session, mails or [], int(time.time()))
    if as_json:
        put_json({"put_back": done})
    else:
        put(f"Put back: {', '.join(map(str, done))}." if done else "Nothing is set aside.")

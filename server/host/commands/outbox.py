"""`grubenpost-server outbox`: mails that have not gone out."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Annotated, Any

import typer

from server.host.options import AsJson, ConfigFile, DataFolder
from server.host.output import put, put_json


def run(
    mails: Annotated[list[int] | None, typer.Argument(metavar="ID", help="Which, with --requeue.")] = None,
    again: Annotated[
        bool, typer.Option("--requeue", help="Send mails again that were given up, with the same bytes.")
    ] = False,
    everything: Annotated[bool, typer.Option("--all", help="With --requeue: all of them.")] = False,
    config: ConfigFile = None,
    data: DataFolder = None,
    as_json: AsJson = False,
) -> None:
    """List the mails that were given up or wait for long, with the reason and what it means.

    With --requeue those that were given up are sent again.
    """
    if again != (bool(mails) != everything) or (everything and mails):
        raise typer.BadParameter("--requeue wants the numbers of mails, or --all")
    from server.config import load_config
    from server.host.reports.unsent import find_stuck, requeue
    from server.host.setup.house import open_ledger

    now = int(time.time())
    with open_ledger(load_config(config, data)) as ledger:
        if again:
            with ledger.writing() as session:
                done = requeue(session, mails or [], now)
            if as_json:
                put_json({"requeued": done})
            else:
                put(f"Sent again: {', '.join(map(str, done))}." if done else "Nothing was given up.")
            return
        with ledger.reading() as session:
            found = find_stuck(session, now)
    if as_json:
        put_json(found)
    else:
        put("\n".join(_lines(found, now)) if found else "Nothing is stuck.")


def _lines(found: list[dict[str, Any]], now: int) -> Iterator[str]:
    from server.host.spans import span

    for mail in found:
        about = " ".join(filter(None, [mail["kind"], mail["player"], mail["game"]]))
        state = "given up" if mail["state"] == "dead" else f"waits, {mail['attempts']} attempts"
        yield f"{mail['id']:>6}  {about}, {span(now - mail['created_at'])} old: {state}"
        if mail["error"]:
            yield f"        {mail['error'][:200]}"
        yield f"        ({mail['meaning']})"
    if any(mail["state"] == "dead" for mail in found):
        yield "`grubenpost-server outbox --requeue ID` sends one again."

"""`grubenpost-server aside`: the mails that were set aside."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from server.host.options import AsJson, ConfigFile, DataFolder
from server.host.output import put, put_json

if TYPE_CHECKING:
    from server.ledger import models as rows


def run(
    mail: Annotated[int | None, typer.Argument(metavar="ID", help="Show this one whole.")] = None,
    discard: Annotated[
        bool,
        typer.Option("--discard", help="Erase it, or all if none is named; nothing is answered."),
    ] = False,
    config: ConfigFile = None,
    data: DataFolder = None,
    as_json: AsJson = False,
) -> None:
    """List the mails that were set aside, or discard them.

    They made the server fail, or were too large to fetch.

    With an ID: what failed, in full, and the mail itself. It is a stranger's text: mind what you do with it.
    """
    from server.config import load_config
    from server.host.reports.aside import discard_aside, find_aside, find_one
    from server.host.setup.house import open_ledger

    if discard:
        with open_ledger(load_config(config, data)) as ledger, ledger.writing() as session:
            done = discard_aside(session, [mail] if mail is not None else [], int(time.time()))
        if as_json:
            put_json({"discarded": done})
        else:
            put(f"Discarded: {', '.join(map(str, done))}." if done else "Nothing is set aside.")
        return
    with open_ledger(load_config(config, data)) as ledger, ledger.reading() as session:
        if mail is not None:
            _show_whole(find_one(session, mail), as_json)
            return
        found = find_aside(session)
        if as_json:
            put_json([_facts(row) for row in found])
        else:
            put("\n".join(_table(found)) if found else "Nothing is set aside.")


def _facts(row: rows.Inbox) -> dict[str, Any]:
    return {
        "id": row.id,
        "state": row.state,
        "received_at": row.received_at,
        "size": row.size,
        "attempts": row.attempts,
        "error": row.error,
        "sha256": row.raw_sha256,
    }


def _table(found: list[rows.Inbox]) -> Iterator[str]:
    from server.host.spans import moment

    for row in found:
        last = (row.error.strip().splitlines() or [""])[-1]
        size = f"{(row.size + 999) // 1000} kB"
        yield f"{row.id:>6}  {moment(row.received_at)}  {size:>7}  {row.state}: {last[:100]}"
    yield "`grubenpost-server retry ID` puts one back."


def _show_whole(row: rows.Inbox, as_json: bool) -> None:
    text = row.raw.decode("utf-8", "replace") if row.raw is not None else ""
    if as_json:
        put_json({**_facts(row), "mail": text})
    else:
        put(f"{row.error.rstrip()}\n\n{text or 'The mail itself was not fetched.'}")

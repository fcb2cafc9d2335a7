"""`grubenpost-server mails`: the last mails of a player or a game."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from server.host.options import AsJson, ConfigFile, DataFolder
from server.host.output import put, put_json


def run(
    who: Annotated[str, typer.Argument(metavar="PLAYER|GAME", help="A handle, or the id of a game.")],
    most: Annotated[int, typer.Option("--most", min=1, max=10_000, help="So many at most.")] = 30,
    config: ConfigFile = None,
    data: DataFolder = None,
    as_json: AsJson = False,
) -> None:
    """List the last mails from and to a player, or about a game: when, what kind, and what became of them.

    Their texts are not shown.
    """
    from server.config import load_config
    from server.host.reports.people import mails_of
    from server.host.setup.house import open_ledger

    with open_ledger(load_config(config, data)) as ledger, ledger.reading() as session:
        found = mails_of(session, who, most)
    if as_json:
        put_json(found)
    else:
        put("\n".join(map(_line, found)) or "No mails yet.")


def _line(mail: dict[str, Any]) -> str:
    from server.host.spans import moment

    way = "from" if mail["way"] == "in" else "to"
    whom = " ".join(filter(None, [mail["player"] or "the host", mail["game"]]))
    what = f"{mail['state']}, {mail['what']}"
    return f"{moment(mail['at'])}  {mail['way']:<3} {mail['id']:>6}  {way} {whom}: {what}"

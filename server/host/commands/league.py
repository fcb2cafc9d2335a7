"""`grubenpost-server league`: the table of a league."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from server.host.options import AsJson, ConfigFile, DataFolder
from server.host.output import put, put_json


def run(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The league.")],
    archives: Annotated[
        Path | None, typer.Option("--from", metavar="DIR", help="Archives to compute it from, instead.")
    ] = None,
    server: Annotated[
        str, typer.Option(metavar="SERVER", help="Whose games count, if the archives are of several servers.")
    ] = "",
    config: ConfigFile = None,
    data: DataFolder = None,
    as_json: AsJson = False,
) -> None:
    """Show the table of a league.

    With --from it is computed anew from a folder of archives (`grubenpost-server export --all`), each of
    which is verified; neither the server nor its ledger is needed. Both give the same.
    """
    from engine.tongue import tongue
    from server.config import load_config
    from server.host.archives.leagues import league_in_archives, league_in_ledger
    from server.host.setup.house import open_ledger
    from server.leagues.standings import table_text

    if archives is not None:
        lines = league_in_archives(archives, name, server)
    else:
        with open_ledger(load_config(config, data)) as ledger:
            lines = league_in_ledger(ledger, name)
    if as_json:
        put_json([line.facts() for line in lines])
    else:
        put(table_text(lines, tongue("en")))

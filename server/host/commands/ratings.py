"""`grubenpost-server ratings`: the table of all who are rated."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from server.host.options import AsJson, ConfigFile, DataFolder
from server.host.output import put, put_json


def run(
    archives: Annotated[
        Path | None, typer.Option("--from", metavar="DIR", help="Archives to compute it from, instead.")
    ] = None,
    server: Annotated[
        str, typer.Option(metavar="NAME", help="Whose games count, if the archives are of several servers.")
    ] = "",
    config: ConfigFile = None,
    data: DataFolder = None,
    as_json: AsJson = False,
) -> None:
    """Show the table of ratings.

    With --from it is computed anew from a folder of archives (`grubenpost-server export --all`), each of
    which is verified; neither the server nor its ledger is needed. Both give the same, to the digit.
    """
    from engine.tongue import tongue
    from server.config import load_config
    from server.host.archives.ratings import ranked_in_archives, ranked_in_ledger
    from server.host.setup.house import open_ledger
    from server.ratings.profile import table_text

    if archives is not None:
        ranked = ranked_in_archives(archives, server)
    else:
        with open_ledger(load_config(config, data)) as ledger:
            ranked = ranked_in_ledger(ledger)
    if as_json:
        put_json([record.facts() for record in ranked])
    elif ranked:
        put(table_text(ranked, tongue("en")))
    else:
        put("No rated game has been played to its end.")

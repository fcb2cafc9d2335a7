"""`grubenpost-server copy`: move a club to another database."""

from __future__ import annotations

from typing import Annotated

import typer

from server.host.options import AsJson, ConfigFile, DataFolder
from server.host.output import put, put_json


def run(
    source: Annotated[
        str, typer.Argument(metavar="URL", help="The ledger to copy, such as sqlite:////srv/ledger.sqlite.")
    ],
    config: ConfigFile = None,
    data: DataFolder = None,
    as_json: AsJson = False,
) -> None:
    """Copy another ledger into the one of the configuration.

    That one has to be empty, and all server processes have to be stopped. All of it is copied, or nothing;
    the ledger that is copied stays as it is.
    """
    from server.config import load_config
    from server.host.backups.copy_ledger import copy_ledger
    from server.host.setup.house import any_ledger, make_folder
    from server.ledger.store import Ledger

    loaded = load_config(config, data)
    make_folder(loaded)
    old = Ledger(source)
    try:
        with any_ledger(loaded) as new:
            copied = copy_ledger(old, new)
    finally:
        old.close()
    if as_json:
        put_json(copied)
    else:
        games, entries = copied["game"], copied["entry"]
        put(f"Copied {sum(copied.values())} rows: {games} games with {entries} entries.")

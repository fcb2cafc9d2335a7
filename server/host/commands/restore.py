"""`grubenpost-server restore`: put a backup back."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from server.host.options import AsJson, ConfigFile, DataFolder
from server.host.output import put, put_json


def run(
    backup: Annotated[Path, typer.Argument(metavar="FILE", help="What `backup` wrote.")],
    replace: Annotated[
        bool, typer.Option("--replace", help="Put a ledger that is there aside first; it is not deleted.")
    ] = False,
    config: ConfigFile = None,
    data: DataFolder = None,
    as_json: AsJson = False,
) -> None:
    """Put a backup back: the ledger, the server's key, and the configuration if there is none.

    The server has to be stopped. The backup is checked before anything is touched, and brought up to date if
    an older version wrote it. Nothing is overwritten. It goes into SQLite or PostgreSQL, as the
    configuration says, wherever it came from; on PostgreSQL the database has to be empty.
    """
    from server.host.backups.restore import restore_backup
    from server.host.spans import moment

    done = restore_backup(backup, config, data, replace=replace, at=int(time.time()))
    facts = done.manifest
    if as_json:
        told = {"put": [str(path) for path in done.put], "aside": [str(path) for path in done.aside]}
        put_json({**told, "backup": facts})
        return
    for path in done.aside:
        put(f"Put aside: {path}")
    for path in done.put:
        put(f"Put back: {path}")
    put(
        f"The club of {moment(facts['at'])}: {facts['players']} players, {facts['games']} games with "
        f"{facts['entries']} entries. Next: `grubenpost-server check`, then start the server."
    )

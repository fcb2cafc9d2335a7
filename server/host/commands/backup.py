"""`grubenpost-server backup`: the ledger, the key and the configuration in one file."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from server.host.options import AsJson, ConfigFile, DataFolder
from server.host.output import put, put_json


def run(
    out: Annotated[
        Path | None,
        typer.Argument(
            metavar="FILE",
            help="The file to write; in a folder, one named by the time. [default: in DATA/backups]",
        ),
    ] = None,
    config: ConfigFile = None,
    data: DataFolder = None,
    as_json: AsJson = False,
) -> None:
    """Write the ledger, the server's key and the configuration into one file, and check it.

    The server may run meanwhile. No file is overwritten. Mail passwords are not in it. Whoever has the file
    has the server's key: keep it safe, and on another machine.
    """
    from server.config import load_config
    from server.host.backups.backup import make_backup
    from server.host.spans import moment

    loaded, now = load_config(config, data), int(time.time())
    chosen = out if out is not None else loaded.data / "backups"
    if out is None or chosen.is_dir():
        chosen /= f"grubenpost-{time.strftime('%Y%m%dT%H%M%SZ', time.gmtime(now))}.tar"
    written = make_backup(loaded, chosen, now)
    facts = written.manifest
    if as_json:
        put_json({"file": str(written.file), "size": written.size, **facts})
        return
    newest = f", the newest of {moment(facts['newest'])}" if facts["newest"] else ""
    put(
        f"Wrote {written.file} ({written.size // 1000} kB): {facts['players']} players, {facts['games']} "
        f"games with {facts['entries']} entries{newest}. It was read again, and is whole."
    )

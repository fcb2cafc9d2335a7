"""`grubenpost-server healthy`: whether the server does its work, for programs that watch it."""

from __future__ import annotations

import time

import typer

from server.host.options import AsJson, ConfigFile, DataFolder
from server.host.output import put, put_json


def run(config: ConfigFile = None, data: DataFolder = None, as_json: AsJson = False) -> None:
    """Tell whether the server runs, and whether mail comes and goes.

    For the health check of a container or a monitor: it looks at the health files only, not at the ledger.
    The exit code is 1 if nothing runs, if a process was killed or hangs, or if mail could not be fetched or
    sent for a quarter of an hour.
    """
    from server.config import load_config
    from server.host.health import ailments, read_processes

    now = int(time.time())
    found = ailments(read_processes(load_config(config, data).health_file, now), now)
    if as_json:
        put_json({"healthy": not found, "ailments": found})
    else:
        put("\n".join(found) or "healthy")
    raise typer.Exit(int(bool(found)))

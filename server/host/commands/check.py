"""`grubenpost-server check`: what is wrong, in words."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from server.host.options import AsJson, ConfigFile, DataFolder
from server.host.output import put, put_json


def run(
    thorough: Annotated[
        bool, typer.Option("--thorough", help="Verify every signature of every game too; that takes time.")
    ] = False,
    quick: Annotated[
        bool, typer.Option("--quick", help="Count the entries of all logs, but read only the newest whole.")
    ] = False,
    config: ConfigFile = None,
    data: DataFolder = None,
    as_json: AsJson = False,
) -> None:
    """Look everything over and tell what is wrong.

    The configuration, file modes, the ledger and every game's log in it, the clock, and both mail accounts:
    it logs in, but sends and changes nothing. The exit code is 1 if something is wrong, and 78 if
    another version wrote the ledger.
    """
    from server.config import load_config
    from server.host.progress import watched
    from server.host.reports.checks import look_over

    if thorough and quick:
        raise typer.BadParameter("say --thorough or --quick, not both")
    found = []
    watch = partial(watched, label="the games' logs")
    loading = partial(load_config, config, data)
    for finding in look_over(loading, thorough=thorough, quick=quick, watch=watch):
        found.append(finding)
        if not as_json:
            put(f"{finding.state:<7}  {finding.what}: {finding.words}")
    if as_json:
        put_json([finding._asdict() for finding in found])
    raise typer.Exit(max((finding.exit for finding in found), default=0))

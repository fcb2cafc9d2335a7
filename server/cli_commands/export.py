"""`grubenpost-server export`: games as archives."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from server.hosting.options import AsJson, ConfigFile, DataFolder


def run(
    games: Annotated[list[str] | None, typer.Argument(metavar="GAME", help="Which games.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="All games that have begun.")] = False,
    out: Annotated[Path, typer.Option(metavar="DIR", help="The folder, made if need be.")] = Path("saves"),
    config: ConfigFile = None,
    data: DataFolder = None,
    as_json: AsJson = False,
) -> None:
    """Write games as archives.

    Anyone can check one with `grubenpost verify`. The archive of a game that is over tells everything;
    of one that still runs, only what is public.
    """
    if bool(games) == everything:
        raise typer.BadParameter("say which games, or --all")
    from server.config import load_config
    from server.hosting.exporting import export, find_games
    from server.hosting.house import open_ledger
    from server.hosting.serverkey import read_key

    loaded = load_config(config, data)
    with open_ledger(loaded) as ledger, ledger.reading() as session:
        found = find_games(session, games or [])
        key = read_key(loaded.key_file) if found else None
        written = [str(path) for path in export(session, found, key, out)] if key else []
    if as_json:
        typer.echo(json.dumps({"written": written}))
    else:
        typer.echo("\n".join(written) if written else "No game has begun.")

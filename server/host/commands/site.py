"""`grubenpost-server site`: the public games as pages."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from engine.tongue import LANGUAGES
from server.host.options import AsJson, ConfigFile, DataFolder
from server.host.output import put, put_json


def run(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The site's folder, made if need be.")],
    language: Annotated[
        str, typer.Option(metavar="CODE", help=f"Of the pages: {', '.join(LANGUAGES)}.")
    ] = "en",
    config: ConfigFile = None,
    data: DataFolder = None,
    as_json: AsJson = False,
) -> None:
    """Write a site of all public games that are over.

    Each with its replay and its archive; with a page for each player, head-to-head scores and records. Any
    web server can show it, or a browser from the disk. Private games and forgotten names are not in it.

    Call it again to bring it up to date: what is right already is left alone.
    """
    from server.config import load_config
    from server.host.archives.site import build_site
    from server.host.progress import watched
    from server.host.setup.house import open_key, open_ledger

    def watch(ids: Iterable[str], length: int) -> Iterable[str]:
        return watched(ids, length, "Writing")

    loaded = load_config(config, data)
    with open_ledger(loaded) as ledger:
        built = build_site(ledger, open_key(loaded, ledger), loaded.name, folder, language, watch)
    if as_json:
        facts = {"games": built.games, "written": len(built.written), "deleted": len(built.deleted)}
        put_json(facts)
    else:
        changes = f"{len(built.written)} files written, {len(built.deleted)} deleted"
        put(f"{built.games} games in {folder}: {changes}.")

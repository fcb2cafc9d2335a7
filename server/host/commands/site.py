"""`grubenpost-server site`: the public games as pages."""

from __future__ import annotations

import signal
from collections.abc import Iterable
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Annotated

import typer

from engine.tongue import LANGUAGES
from server.host.options import AsJson, ConfigFile, DataFolder
from server.host.output import put, put_json

if TYPE_CHECKING:
    from server.host.archives.site import Built


def run(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The site's folder, made if need be.")],
    language: Annotated[
        str, typer.Option(metavar="CODE", help=f"Of the pages: {', '.join(LANGUAGES)}.")
    ] = "en",
    following: Annotated[
        bool, typer.Option("--follow", help="Stay, and write the pages anew after each move.")
    ] = False,
    config: ConfigFile = None,
    data: DataFolder = None,
    as_json: AsJson = False,
) -> None:
    """Write a site of all public games.

    Those under way as everybody may see them, each with a feed; those that are over with their replays and
    archives; with a page for each player, head-to-head scores and records. Any web server can show it, or a
    browser from the disk. Private games, hidden cards and forgotten names are not in it.

    Call it again to bring it up to date: what is right already is left alone. With --follow it stays, until
    it is stopped.
    """
    from server.config import load_config
    from server.host.archives.site import build_site
    from server.host.archives.site.following import follow
    from server.host.progress import watched
    from server.host.setup.house import open_key, open_ledger

    def watch(ids: Iterable[str], length: int) -> Iterable[str]:
        return watched(ids, length, "Writing")

    loaded = load_config(config, data)
    with open_ledger(loaded) as ledger:
        key = open_key(loaded, ledger)

        def build() -> Built:
            return build_site(ledger, key, loaded.name, folder, language, watch)

        if not following:
            _tell(build(), folder, as_json=as_json)
            return
        for built in follow(ledger, build, _until_stopped()):
            _tell(built, folder, as_json=as_json)


def _tell(built: Built, folder: Path, *, as_json: bool) -> None:
    if as_json:
        facts = {"games": built.games, "live": built.live}
        put_json({**facts, "written": len(built.written), "deleted": len(built.deleted)})
    else:
        changes = f"{len(built.written)} files written, {len(built.deleted)} deleted"
        put(f"{built.games} games in {folder}, and {built.live} under way: {changes}.")


def _until_stopped() -> Event:
    """Set when somebody says stop."""
    stop = Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    return stop

"""`grubenpost-server import`: finished games from archives."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from engine.errors import Refused
from server.host.options import AsJson, ConfigFile, DataFolder
from server.host.output import put, put_json


def run(
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="Archives of finished games.")],
    *,
    public: Annotated[
        bool, typer.Option("--public", help="Show the games on the site; else they are private.")
    ] = False,
    server_key: Annotated[
        str, typer.Option(metavar="LINE", help="The key of the server they come from: no other counts.")
    ] = "",
    config: ConfigFile = None,
    data: DataFolder = None,
    as_json: AsJson = False,
) -> None:
    """Take finished games in from their archives.

    Each is verified whole first. A game that still runs is refused: it holds what players may not know. A
    game that is here already is left alone. Players who are not known here by their keys become guests,
    who get no mail and can't play.

    The files are taken one by one: if one is refused, those before it stay.
    """
    from engine.record.letters.key import PublicKey
    from server.config import load_config
    from server.host.archives.import_archive import Importer, read_archive
    from server.host.progress import watched
    from server.host.setup.house import open_key, open_ledger

    try:
        trusted = PublicKey.from_line(server_key) if server_key else None
    except Refused as error:
        raise typer.BadParameter(str(error), param_hint="--server-key") from None
    loaded = load_config(config, data)
    taken: dict[bool, list[str]] = {True: [], False: []}
    wrong = []
    with open_ledger(loaded) as ledger:
        key = open_key(loaded, ledger).public
        importer = Importer(ledger, loaded.name, key, int(time.time()), public, trusted)
        for file in watched(files, len(files), "Importing"):
            try:
                game, is_new = importer.take(read_archive(file))
                taken[is_new].append(game)
            except Refused as error:
                wrong.append({"file": str(file), "code": error.code, "text": str(error)})
    if as_json:
        put_json({"imported": taken[True], "known": taken[False], "refused": wrong})
    else:
        put(f"{len(taken[True])} games imported, {len(taken[False])} were here already.")
        for each in wrong:
            put(f"grubenpost-server: {each['file']}: {each['text']}", error=True)
    raise typer.Exit(int(bool(wrong)))

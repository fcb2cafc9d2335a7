"""`grubenpost-server export`: games as archives, replays, transcripts and tables."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from engine.tongue import LANGUAGES
from server.host.options import AsJson, ConfigFile, DataFolder
from server.host.output import put, put_json


def run(  # noqa: PLR0913  a command has as many as it has options
    games: Annotated[list[str] | None, typer.Argument(metavar="GAME", help="Which games.")] = None,
    *,
    everything: Annotated[bool, typer.Option("--all", help="All games that have begun.")] = False,
    player: Annotated[str, typer.Option(metavar="HANDLE", help="All games of a player.")] = "",
    forms: Annotated[
        list[str] | None,
        typer.Option(
            "--format",
            metavar="FORM",
            help="json, html, md, csv, parquet, board.svg, board.png, chart.svg or chart.png; may be given "
            "several times. [default: json]",
        ),
    ] = None,
    language: Annotated[
        str, typer.Option(metavar="CODE", help=f"Of pages and texts: {', '.join(LANGUAGES)}.")
    ] = "en",
    again: Annotated[
        bool, typer.Option("--again", help="Write anew what is there, say since somebody was forgotten.")
    ] = False,
    out: Annotated[Path, typer.Option(metavar="DIR", help="The folder, made if need be.")] = Path("saves"),
    config: ConfigFile = None,
    data: DataFolder = None,
    as_json: AsJson = False,
) -> None:
    """Write games as archives, or in other forms.

    Anyone can check an archive with `grubenpost verify`. The archive of a game that is over tells everything;
    of one that still runs, only what is public. All other forms are for games that are over.

    Stopped, it goes on where it was: files that are there already are left alone.
    """
    if [bool(games), everything, bool(player)].count(True) != 1:
        raise typer.BadParameter("say which games, or --all, or --player")
    from server.config import load_config
    from server.host.archives.export import ChosenGames, Exporter
    from server.host.progress import watched
    from server.host.setup.house import open_ledger
    from server.host.setup.serverkey import read_key

    loaded = load_config(config, data)
    choice = ChosenGames(tuple(games or ()), player)
    with open_ledger(loaded) as ledger:
        length = choice.count(ledger)
        if not length:
            if as_json:
                put_json({"written": 0, "games": 0})
            else:
                put("No game has begun.")
            return
        exporter = Exporter(
            ledger, read_key(loaded.key_file), out, tuple(forms or ("json",)), language, again=again
        )
        written = 0
        for paths in watched(exporter.export(choice.ids(ledger)), length, "Exporting"):
            written += len(paths)
            if not as_json:
                for path in paths:
                    put(path)
    if as_json:
        put_json({"written": written, "games": length})
    else:
        put(f"{written} files written to {out}, of {length} games.")

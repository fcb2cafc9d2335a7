"""`grubenpost stats`: what many games have in common."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from client.session.console import Console
from engine.errors import Refused
from engine.tongue import LANGUAGES

if TYPE_CHECKING:
    from engine.library.statistics import Statistics


def run(
    at: Console,
    files: Annotated[list[str], typer.Argument(metavar="ARCHIVE", help="Archives of finished games.")],
    out: Annotated[Path, typer.Option(metavar="FILE", help="Where the report goes.")] = Path("report.html"),
    language: Annotated[
        str, typer.Option(metavar="CODE", help=f"The language: {', '.join(LANGUAGES)}. [default: yours]")
    ] = "",
    as_json: Annotated[
        bool, typer.Option("--json", help="Tell the numbers as one JSON object, and write no report.")
    ] = False,
) -> None:
    """Study many games: who wins, from which seat and with which first orders, and how.

    Writes one HTML page with charts, for which the extra `study` is needed; --json needs nothing. Every
    archive is verified first, and one that is wrong ends it. Archives are read one by one.
    """
    from engine.library.statistics import Statistics  # noqa: PLC0415  heavy, and --help needs none of it

    gathered = Statistics()
    if sys.stderr.isatty() and not at.quiet:
        with typer.progressbar(files, label=at.tongue.say("Reading"), file=sys.stderr) as bar:
            _gather(gathered, bar)
    else:
        _gather(gathered, files)
    if as_json:
        at.show_json(gathered.facts())
        return
    from client.archives.report import report  # noqa: PLC0415
    from client.profile.files import ORDINARY, write_whole  # noqa: PLC0415
    from engine.tongue import tongue  # noqa: PLC0415

    speaks = tongue(language) if language else at.tongue
    write_whole(out, report(gathered.facts(), speaks).encode(), ORDINARY)
    at.say("{file} is written.", file=out)


def _gather(gathered: Statistics, files: Iterable[str]) -> None:
    from client.archives.files import blame, name_of, read_archive  # noqa: PLC0415
    from engine.library.chronicle import read_chronicle  # noqa: PLC0415

    for file in files:
        try:
            gathered.add(read_chronicle(read_archive(file), name_of(file)))
        except Refused as error:
            raise blame(file, error) from error

"""`grubenpost export`: a finished game as a page, a transcript, tables or a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from client.session.console import Console
from client.terminal.output import put_file
from engine.errors import Refused
from engine.tongue import LANGUAGES


def run(
    at: Console,
    files: Annotated[list[str], typer.Argument(metavar="ARCHIVE", help="Archives; - is standard input.")],
    *,
    form: Annotated[
        str,
        typer.Option(
            "--format",
            metavar="FORM",
            help="html (a page that replays the game), md (a transcript), csv or parquet (tables of moves "
            "and scores), or json (the archive itself).",
        ),
    ] = "html",
    picture: Annotated[
        str, typer.Option(metavar="WHICH", help="Instead a picture: board (the final one) or chart (VP).")
    ] = "",
    png: Annotated[bool, typer.Option("--png", help="The picture as PNG, not as SVG.")] = False,
    notes: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Notes for the page or the transcript, as `annotate --json` tells them."
        ),
    ] = None,
    language: Annotated[
        str, typer.Option(metavar="CODE", help=f"The language: {', '.join(LANGUAGES)}. [default: yours]")
    ] = "",
    out: Annotated[
        Path, typer.Option(metavar="DIR", help="The folder, made if need be; - is standard output.")
    ] = Path("."),
) -> None:
    """Turn archives into something to look at or to study.

    Each archive is verified first. The files are called after the archive: anna.json gives anna.html,
    anna.md, anna.moves.csv and anna.scores.csv, or anna.board.svg. Parquet and PNG need the extra `study`.

    The tables of several games can be read together: one row is one move, or one seat.
    """
    from client.archives.files import blame, name_of, read_archive  # noqa: PLC0415  heavy, and --help needs none
    from client.profile.files import ORDINARY, write_whole  # noqa: PLC0415
    from engine.library.forms import make_form  # noqa: PLC0415
    from engine.record.archive.verify import verify  # noqa: PLC0415

    speaks = language or at.tongue.code
    wanted = f"{picture}.{'png' if png else 'svg'}" if picture else form
    remarks = _read_notes(notes) if notes else []
    if str(out) != "-":
        out.mkdir(parents=True, exist_ok=True)
    for file in files:
        try:
            data, called = read_archive(file), name_of(file)
            verify(data)
            made = make_form(wanted, data, called=called, language=speaks, notes=remarks)
        except Refused as error:
            raise blame(file, error) from error
        for ending, content in made.items():
            if str(out) == "-":
                put_file(content)
                continue
            write_whole(out / f"{called}{ending}", content, ORDINARY)
            at.say("{file} is written.", file=out / f"{called}{ending}")


def _read_notes(file: Path) -> list[dict[str, Any]]:
    import json  # noqa: PLC0415

    try:
        told = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise Refused(
            "replay/note-file", "{file} can't be read as notes: {why}", file=file, why=error
        ) from error
    if not isinstance(told, list):
        raise Refused("replay/note-file", "{file} can't be read as notes: {why}", file=file, why="no list")
    return told

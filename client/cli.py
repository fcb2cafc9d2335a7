"""The command line: what all commands share. Each command is one file in `commands/`."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from typing import Annotated

import typer

from client import commands

EXIT_CODES = "Exit codes: 0 done, 1 it could not be done, 2 wrong use, 130 stopped by Ctrl-C."

app = typer.Typer(
    name="grubenpost",
    help="Play Glück Auf by mail.",
    epilog=EXIT_CODES,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _show_version(wanted: bool) -> None:
    if not wanted:
        return
    try:
        typer.echo(f"grubenpost {version('grubenpost')}")
    except PackageNotFoundError:
        typer.echo("grubenpost, not installed: run from its source")
    raise typer.Exit


@app.callback()
def _main(
    _version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and stop."),
    ] = False,
) -> None:
    """Play Glück Auf by mail."""


for _name, _command in commands.gather().items():
    app.command(_name, epilog=EXIT_CODES)(_command)

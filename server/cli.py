"""The host's command line: what all commands share. Each command is one file in `cli_commands/`."""

from __future__ import annotations

import io
import sys
import traceback
from importlib.metadata import PackageNotFoundError, version
from typing import Annotated, Final

import typer

from engine.errors import Refused
from server.host import commands as cli_commands
from server.host.output import put

EXIT_CODES: Final = (
    "Exit codes: 0 done, 1 it could not be done or something is wrong, 2 wrong use, "
    "78 the configuration is wrong, or the ledger damaged or of another version, 130 stopped by Ctrl-C."
)
FAILED: Final = 1
BAD_CONFIG: Final = 78
STOPPED: Final = 130

app = typer.Typer(
    name="grubenpost-server",
    help="Host Glück Auf by mail.",
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
        put(f"grubenpost-server {version('grubenpost')}")
    except PackageNotFoundError:
        put("grubenpost-server, not installed: run from its source")
    raise typer.Exit


@app.callback()
def _main(
    _version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and stop."),
    ] = False,
) -> None:
    """Host Glück Auf by mail."""


for _name, _command in cli_commands.gather().items():
    app.command(_name, epilog=EXIT_CODES)(_command)


def main() -> None:
    """Run a command. What a host can get wrong is told in words."""
    for stream in (sys.stdout, sys.stderr):  # a sign that can't be shown must not end it
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        app(prog_name="grubenpost-server")
    except Exception as error:
        from server.host.reports.error_texts import explain  # noqa: PLC0415  needed only now

        words = explain(error) or f"a fault of ours\n{traceback.format_exc()}"
        code = f" [{error.code}]" if isinstance(error, Refused) else ""
        put(f"grubenpost-server: {words}{code}", error=True)
        sys.exit(_code_of(error))


def _code_of(error: Exception) -> int:
    from server.config.errors import BadConfig  # noqa: PLC0415
    from server.host.reports.error_texts import is_beyond_use  # noqa: PLC0415
    from server.ledger.errors import WrongRevision  # noqa: PLC0415

    stays = isinstance(error, BadConfig | WrongRevision) or is_beyond_use(error)
    return BAD_CONFIG if stays else FAILED

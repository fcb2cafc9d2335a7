"""The command line: what all commands share. Each command is one file in `commands/`, loaded when called."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from typing import Annotated, Any, Final, get_type_hints

import typer
from typer.main import get_command_from_info
from typer.models import CommandInfo

from client import commands
from client.session.endings import EXIT_CODES
from client.session.options import with_console
from client.terminal.output import put
from client.terminal.plain_values import PlainCommand, PlainGroup

HELP: Final = """Play Glück Auf by mail.

Begin with `init` and `register`; then `join` a game or open a `new` one. `status` says whose turn it is,
`board` and `legal` show what there is to do, `move` does it. What you see is what `fetch` has read from your
mailbox last. `grubenpost COMMAND --help` explains each command.
"""


class Commands(MutableMapping[str, Any]):
    """The commands by their names. Each is imported when it is looked up."""

    def __init__(self) -> None:
        self._names = commands.names()
        self._loaded: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._names:
            raise KeyError(name)
        if name not in self._loaded:
            run = with_console(commands.load(name))
            info = CommandInfo(name=name, cls=PlainCommand, callback=run, epilog=EXIT_CODES)
            command = get_command_from_info(info, pretty_exceptions_short=True, rich_markup_mode=None)
            assert isinstance(command, PlainCommand)
            command.hints = get_type_hints(run)
            self._loaded[name] = command
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __setitem__(self, name: str, command: Any) -> None:
        self._names = sorted({*self._names, name})
        self._loaded[name] = command

    def __delitem__(self, name: str) -> None:
        self._names.remove(name)
        self._loaded.pop(name, None)


class Lazily(PlainGroup):
    """A group that imports a command when it is called."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands = Commands()

    def list_commands(self, ctx: Any) -> list[str]:
        return list(self.commands)


app = typer.Typer(
    name="grubenpost",
    cls=Lazily,
    epilog=EXIT_CODES,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _show_version(wanted: bool) -> None:
    if not wanted:
        return
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415  slow, and rarely asked for

    try:
        put(f"grubenpost {version('grubenpost')}")
    except PackageNotFoundError:
        put("grubenpost, not installed: run from its source")
    raise typer.Exit


@app.callback(help=HELP)
def _main(
    _version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and stop."),
    ] = False,
) -> None:
    """Play Glück Auf by mail."""

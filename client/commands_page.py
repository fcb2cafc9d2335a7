"""The reference of all commands, made from their own help: `python -m client.commands_page docs/player.md`.

It stands in the player's page between two marks, and is put there anew by this.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import typer
from typer.main import get_command

from client import commands
from client.cli import app
from client.session.endings import EXIT_CODES

BEGIN: Final = "<!-- Made from the command files: python -m client.commands_page docs/player.md -->"
END: Final = "<!-- End of what is made. -->"
SHARED: Final = frozenset({"--profile", "--home", "--quiet", "--help"})
"""The options that all have, which are told once."""


def write_reference() -> str:
    """The whole reference, without its marks."""
    group: Any = get_command(app)
    parts = [part for name in commands.names() for part in _section(name, group.commands[name])]
    return "\n\n".join([*parts, "### Exit codes", EXIT_CODES.removeprefix("Exit codes: ")]) + "\n"


def _section(name: str, command: Any) -> Iterator[str]:
    ctx = typer.Context(command, info_name=f"grubenpost {name}")
    parameters = [parameter for parameter in command.get_params(ctx) if not SHARED & {*parameter.opts}]
    arguments = [_written(parameter) for parameter in parameters if _is_argument(parameter)]
    options = ["[OPTIONS]"] if len(arguments) < len(parameters) else []
    yield f"### {name}"
    yield "    " + " ".join([f"grubenpost {name}", *arguments, *options])
    yield inspect.cleandoc(command.help or "")
    rows = [f"| `{_named(parameter)}` | {_told(parameter)} |" for parameter in parameters]
    if rows:
        yield "\n".join(["| | |", "|---|---|", *rows])


def _is_argument(parameter: Any) -> bool:
    return bool(parameter.param_type_name == "argument")


def _written(argument: Any) -> str:
    """As it stands in a line of usage."""
    name = f"{_metavar(argument)}{'...' if argument.nargs == -1 else ''}"
    return name if argument.required else f"[{name}]"


def _named(parameter: Any) -> str:
    if _is_argument(parameter):
        return _metavar(parameter)
    names = ", ".join([*parameter.opts, *parameter.secondary_opts])
    return names if parameter.is_flag else f"{names} {_metavar(parameter)}"


def _metavar(parameter: Any) -> str:
    return str(parameter.metavar or parameter.name).upper()


def _told(parameter: Any) -> str:
    """The help for a parameter, and what it is if nothing is said."""
    text = " ".join((parameter.help or "").split()).replace("|", "or")
    usual = parameter.default
    if parameter.required or callable(usual) or usual in (None, False, "", (), []) or "[default" in text:
        return text
    return f"{text} [default: {usual}]"


def put_into(page: str) -> str:
    """A page with the reference of today."""
    before, _, rest = page.partition(BEGIN)
    after = rest.partition(END)[2]
    return f"{before}{BEGIN}\n\n{write_reference()}\n{END}{after}"


if __name__ == "__main__":
    for name in sys.argv[1:]:
        path = Path(name)
        path.write_text(put_into(path.read_text("utf-8")), "utf-8")
    if not sys.argv[1:]:
        sys.stdout.write(write_reference())

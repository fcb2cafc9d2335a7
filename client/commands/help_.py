"""`grubenpost help`: what a command does, or what a code means."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from client.session.console import Console
from engine.errors import Refused


def run(
    at: Console,
    topic: Annotated[
        str, typer.Argument(metavar="TOPIC", help="A code such as rule/locked, or a command.")
    ] = "",
) -> None:
    """Explain a command, or the code of a refusal: what it means and what to do.

    `orders` tells how turns are ordered ahead. Without a topic it lists the commands. All codes stand in
    docs/errors.md.
    """
    from client.terminal.wrap import wrapped  # noqa: PLC0415
    from engine.ahead.help import HELP  # noqa: PLC0415
    from engine.faults import explain  # noqa: PLC0415

    if topic.casefold() == "orders":
        at.show(at.tongue.phrase(HELP))
        return
    meaning = explain(topic.casefold(), at.tongue)
    told = _help_on(topic) if meaning is None else "\n".join(wrapped(meaning))
    if told is None:
        raise Refused(
            "help/topic",
            "there is no help on `{topic}`: name a command, or a code such as `rule/locked`",
            topic=topic,
        )
    at.show(told)


def _help_on(name: str) -> str | None:
    """The help of a command; that of the whole program if it is not named."""
    from typer.main import get_command  # noqa: PLC0415

    from client.cli import app  # noqa: PLC0415

    group: Any = get_command(app)
    above = typer.Context(group, info_name="grubenpost")
    if not name:
        return str(above.get_help())
    command = group.get_command(above, name)
    return None if command is None else str(typer.Context(command, info_name=name, parent=above).get_help())

"""`grubenpost bot`: let a bot play your seat by mail."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from engine.errors import Refused


def run(
    game: Annotated[str, typer.Argument(help="The game, such as k3t9qa.")],
    *,
    bot: Annotated[str, typer.Option(metavar="NAME", help="Which bot decides.")] = "greedy",
    stay: Annotated[bool, typer.Option("--stay", help="Go on until the game is over.")] = False,
    home: Annotated[
        Path | None, typer.Option(metavar="DIR", help="The folder of your profile. [default: the platform's]")
    ] = None,
) -> None:
    """Let a bot play your seat by mail.

    It makes the moves that are due and stops, so that cron can call it; with --stay it waits for more. A
    move that was sent before and has no receipt yet is sent again.
    """
    try:
        _play(game, bot, stay, home)
    except KeyboardInterrupt:
        raise typer.Exit(130) from None
    except (Refused, OSError) as error:
        typer.echo(f"grubenpost bot: {error}", err=True)
        raise typer.Exit(1) from None


def _play(game: str, bot: str, stay: bool, home: Path | None) -> None:
    from random import Random  # noqa: PLC0415
    from secrets import randbits  # noqa: PLC0415  heavy, all of these, and --help needs none

    from client.correspondence import open_correspondence  # noqa: PLC0415
    from client.home import find_home  # noqa: PLC0415
    from client.playing import play_bot, play_due  # noqa: PLC0415
    from client.seat import Seat  # noqa: PLC0415
    from engine.bots import bot as find_bot  # noqa: PLC0415

    find_bot(bot)
    play = play_bot if stay else play_due
    with open_correspondence(find_home(home)) as post:
        post.on_trouble = lambda error: typer.echo(f"grubenpost bot: {error}", err=True)
        play(Seat(post, game), bot, Random(randbits(64)))

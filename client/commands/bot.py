"""`grubenpost bot`: let a bot play your seat by mail."""

from __future__ import annotations

from typing import Annotated

import typer

from client.console import Console
from client.gameside import GameName


def run(
    at: Console,
    game: GameName,
    *,
    bot: Annotated[str, typer.Option(metavar="NAME", help="Which bot decides.")] = "greedy",
    stay: Annotated[bool, typer.Option("--stay", help="Go on until the game is over.")] = False,
) -> None:
    """Let a bot play your seat by mail.

    It makes the moves that are due and stops, so that cron can call it; with --stay it waits for more. A
    move that was sent before and has no receipt yet is sent again.
    """
    from random import Random  # noqa: PLC0415
    from secrets import randbits  # noqa: PLC0415

    from client.ownbots import find_bot  # noqa: PLC0415
    from client.playing import play_bot, play_due  # noqa: PLC0415
    from client.seat import Seat  # noqa: PLC0415

    decide = find_bot(bot)
    play = play_bot if stay else play_due
    with at.correspond() as post:
        play(Seat(post, game), decide, Random(randbits(64)))

"""`grubenpost bot`: let a bot play your seat by mail."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from client.session.chosen_game import GameName, tell_game
from client.session.console import Console

if TYPE_CHECKING:
    from random import Random

    from engine.bots import Choose
    from engine.rules import Action, Game


def run(
    at: Console,
    game: GameName,
    *,
    bot: Annotated[str, typer.Option(metavar="NAME", help="Which bot decides.")] = "greedy",
    stay: Annotated[bool, typer.Option("--stay", help="Go on until the game is over.")] = False,
) -> None:
    """Let a bot play your seat by mail.

    It makes the moves that are due and stops, so that cron can call it; with --stay it waits for more. A
    move that was sent before and has no receipt yet is sent again. At a terminal its moves are told.
    """
    from random import Random  # noqa: PLC0415
    from secrets import randbits  # noqa: PLC0415

    from client.bots.by_mail import play_bot, play_due  # noqa: PLC0415
    from client.bots.named import find_bot  # noqa: PLC0415
    from client.bots.seat import BotSeat  # noqa: PLC0415

    decide = find_bot(bot)
    play = play_bot if stay else play_due
    with at.correspond() as post:
        turn = play(BotSeat(post, game), _told(at, decide), Random(randbits(64)))
    if at.somebody_is_there:  # cron would mail it
        tell_game(at, turn)


def _told(at: Console, decide: Choose) -> Choose:
    """The same bot, whose moves can be watched at a terminal."""

    def choose(view: Game, chance: Random) -> Action:
        action = decide(view, chance)
        if at.somebody_is_there:
            at.mention(f"{view.ply}  {action.write()}")
        return action

    return choose

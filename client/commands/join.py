"""`grubenpost join`: take a seat."""

from __future__ import annotations

from typing import Annotated

import typer

from client.session.chosen_game import GameName
from client.session.console import Console
from client.session.errands import PATIENCE, Patience, tell_waiting


def run(
    at: Console,
    game: GameName,
    *,
    older: Annotated[
        bool,
        typer.Option(
            "--older",
            help="Tell your share of the shuffle at once, for a game that was opened when this was done.",
        ),
    ] = False,
    draft: Annotated[
        str,
        typer.Option(metavar="LIST", help='What to take in the draft, the best first: "kk, 9vp, any".'),
    ] = "",
    patience: Patience = PATIENCE,
) -> None:
    """Take a seat in a game that waits for players.

    A sealed letter goes out that commits you to your share of the shuffle. When all seats are taken a mail
    comes, and `grubenpost fetch` tells the share; with the last one the game starts. With --draft the draft
    goes by your list, without waiting for you (`grubenpost help orders`).
    """
    from client.exchange.requests import join  # noqa: PLC0415
    from client.refusals import Declined  # noqa: PLC0415
    from client.terminal.typed_orders import drafting  # noqa: PLC0415
    from engine.record.letters.fields import GAME  # noqa: PLC0415
    from engine.wire.refusals import OTHER_SHUFFLE  # noqa: PLC0415

    GAME.read("game", game)
    with at.correspond() as post:
        tell_waiting(at, post)
        try:
            answer = join(post, game, patience, older=older, draft=drafting(draft))
        except Declined as refusal:
            if refusal.code == OTHER_SHUFFLE and not older:
                at.say(
                    "If you want to join it all the same, and tell your share of the shuffle at once:  "
                    "grubenpost join {game} --older",
                    game=game,
                )
            raise
    at.show(answer.text.strip())

"""`grubenpost press`: say something to the table."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from client.session.chosen_game import GameName
from client.session.console import Console
from client.session.errands import PATIENCE, NoWait, Patience, deliver


def run(
    at: Console,
    game: GameName,
    text: Annotated[
        str, typer.Argument(metavar="TEXT", help="What you say; `-` reads it from standard input.")
    ],
    *,
    to: Annotated[str, typer.Option(metavar="HANDLE", help="Say it to this player alone.")] = "",
    patience: Patience = PATIENCE,
    no_wait: NoWait = False,
) -> None:
    """Say something to everyone else in a game, or to one of them.

    The server passes it on under your name, and tells nobody your address. What others say comes as mail.
    """
    from engine.record.letters.fields import GAME, MAYBE_HANDLE, PRESS  # noqa: PLC0415
    from engine.wire.press import tidy  # noqa: PLC0415

    GAME.read("game", game)
    MAYBE_HANDLE.read("to", to)
    words = PRESS.read("text", tidy(sys.stdin.read() if text == "-" else text))
    with at.correspond() as post:
        answer = deliver(at, post, post.quill.press(game, words, to), patience, no_wait)
        if answer is not None:
            at.show(answer.text.strip())

"""`grubenpost notes`: what you have written down for yourself in a game."""

from __future__ import annotations

from typing import Annotated

import typer

from client.session.chosen_game import GameName, find_game
from client.session.console import Console
from client.session.errands import PATIENCE, NoWait, Patience, ask_server


def run(
    at: Console,
    game: GameName,
    text: Annotated[str, typer.Argument(metavar="[TEXT]", help="What is to be kept beside the others.")] = "",
    *,
    drop: Annotated[bool, typer.Option("--drop", help="Erase them all.")] = False,
    publish: Annotated[
        bool, typer.Option("--publish", help="Show them to all who played, once the game is over.")
    ] = False,
    patience: Patience = PATIENCE,
    no_wait: NoWait = False,
) -> None:
    """Write something down for yourself in a game, or show what you have written down.

    The server keeps it for you alone, and sends it back with each of your turns; without a text the notes are
    shown as they were last fetched, and no network is needed.
    """
    from client.session.own_notes import tell_notes  # noqa: PLC0415
    from engine.errors import Refused  # noqa: PLC0415
    from engine.wire.press import tidy  # noqa: PLC0415

    words = " ".join(tidy(text).split())
    if bool(words) + drop + publish > 1:
        raise Refused("note/one-at-a-time", "a note, `--drop` and `--publish` are three different wishes")
    if ";" in words:
        raise Refused("note/semicolon", "a note that is sent by the client has no semicolon in it")
    if words or drop or publish:
        wish = f"note {game}: {words}" if words else f"note {game} {'drop' if drop else 'publish'}"
        ask_server(at, wish, game=game, patience=patience, no_wait=no_wait)
        return
    found = find_game(at, game)
    if found.notes:
        tell_notes(at, found)
    else:
        at.say("You have no notes on this game, as far as this profile knows.")

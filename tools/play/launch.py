"""`make play`: a server, you and some bots on this machine, and a game by real letters.

It starts the server with its own post office and database, registers everyone by mail, opens a game and
sits you down at it. Quit and come back: the game is there. Without a terminal a bot plays for you too.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import Annotated

import typer

from client.play.talk import Terminal
from client.session.console import LANGUAGE, system_language
from engine.bots import NAMES
from engine.bots import bot as find_bot
from engine.errors import Refused
from engine.record.letters.fields import NAME
from engine.rules.components import WORKERS
from engine.tongue import LANGUAGES, tongue
from tools.play.session import Evening
from tools.play.setup import Guide
from tools.play.table import Room
from tools.play.terms import DEFAULT_BOT, DEFAULT_PLAYERS, Agreement

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)


@app.command()
def run(
    *,
    players: Annotated[int, typer.Option(help="How many play: 2, 3 or 4.")] = DEFAULT_PLAYERS,
    name: Annotated[str | None, typer.Option(help="Your name.")] = None,
    bot: Annotated[str, typer.Option(help=f"Who plays against you: {', '.join(NAMES)}.")] = DEFAULT_BOT,
    face_down: Annotated[bool, typer.Option("--face-down", help="Delivered cards lie face down.")] = False,
    language: Annotated[
        str, typer.Option(help=f"Your language: {', '.join(LANGUAGES)}. [default: the system's]")
    ] = "",
    lessons: Annotated[
        bool | None, typer.Option(help="Be taught while you play. [default: in your first game]")
    ] = None,
    new: Annotated[bool, typer.Option("--new", help="Give up the game that was begun.")] = False,
    home: Annotated[Path, typer.Option(help="The folder in which everything lies.")] = Path(".play"),
) -> None:
    """Play a game by mail against bots, all on this machine.

    A game that was begun goes on, whatever the options say. Without a terminal nobody is asked, and a bot
    plays your seat too.
    """
    try:
        find_bot(bot)
        if players not in WORKERS:
            raise Refused("play/players", "{players} players: the game is for 2, 3 or 4", players=players)
        if name is not None:
            NAME.read("name", name)
        language = _known_language(language)
    except Refused as error:
        raise typer.BadParameter(f"{error} [{error.code}]") from None
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.default_int_handler)
    evening = Evening(
        Room(home.absolute()), Guide(Terminal(), tongue(language)), bool(sys.stdin) and sys.stdin.isatty()
    )
    raise typer.Exit(evening.spend(Agreement(players, name or "", bot, face_down, language), new, lessons))


def _known_language(wanted: str) -> str:
    """The language that was asked for; else the system's, as far as it is spoken here."""
    if wanted and wanted not in LANGUAGES:
        raise Refused(
            "play/language",
            "there is no language `{language}`; there are: {known}",
            language=wanted,
            known=", ".join(LANGUAGES),
        )
    usual = os.environ.get(LANGUAGE) or system_language()
    return wanted or (usual if usual in LANGUAGES else LANGUAGES[0])


if __name__ == "__main__":
    app(prog_name="make play")

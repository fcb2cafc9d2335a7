"""`grubenpost new`: open a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from client.session.console import Console
from client.session.errands import PATIENCE, Patience, deliver

if TYPE_CHECKING:
    from client.exchange.correspondence import Correspondence


def run(  # noqa: PLR0913  each is one option of a game
    at: Console,
    *,
    players: Annotated[int, typer.Option(min=2, max=4, help="How many play.")] = 3,
    pace: Annotated[
        str,
        typer.Option(
            metavar="PACE",
            help="How long everyone has for a move: daily, brisk, relaxed, weekend, none, or 1d+bank:3d.",
        ),
    ] = "",
    bots: Annotated[int, typer.Option(min=0, max=3, help="On how many of the seats a bot plays.")] = 0,
    bot: Annotated[
        str, typer.Option(metavar="NAME", help="Which bot it is: random, greedy, foreman or baron.")
    ] = "",
    own_keys: Annotated[
        bool, typer.Option("--own-keys", help="Only for players with keys of their own.")
    ] = False,
    face_down: Annotated[bool, typer.Option("--face-down", help="Delivered cards lie face down.")] = False,
    private: Annotated[bool, typer.Option("--private", help="By invitation only.")] = False,
    hold: Annotated[bool, typer.Option("--hold", help="Wait for your `start`.")] = False,
    resigned: Annotated[str, typer.Option(help="Who goes on for whoever leaves: bot or empty.")] = "bot",
    undo: Annotated[
        str, typer.Option(metavar="10m", help="How long a move can be taken back: off, or 5m to 1h.")
    ] = "",
    rated: Annotated[bool, typer.Option("--rated", help="The game counts for the ratings.")] = False,
    languages: Annotated[str, typer.Option(metavar="en+de", help="What is spoken at the table.")] = "",
    name: Annotated[
        str, typer.Option(metavar="NAME", help="What the game is called, such as 'Monday club'.")
    ] = "",
    no_seat: Annotated[bool, typer.Option("--no-seat", help="Open it only, and take no seat yet.")] = False,
    patience: Patience = PATIENCE,
) -> None:
    """Open a game and take a seat in it.

    The others join it by its name, which is told. When the last seat is taken, the game starts and the
    first mail comes. --players 3 --bots 2 starts at once.
    """
    from client.exchange.requests import game_in  # noqa: PLC0415

    options = {
        "players": players,
        "auth": "key" if own_keys else "mailbox",
        "deliveries": "hidden" if face_down else "open",
        "private": "yes" if private else "no",
        "hold": "yes" if hold else "no",
        "resigned": resigned,
    }
    options |= {"pace": pace} if pace else {}
    options |= {"undo": undo} if undo else {}
    options |= {"bots": bots} if bots else {}
    options |= {"bot": bot} if bot else {}
    options |= {"rated": "yes"} if rated else {}
    words = [f"{name}={value}" for name, value in options.items()]
    words += [f"languages={languages}"] if languages else []
    words += [f'name="{name}"'] if name else []
    with at.correspond() as post:
        answer = deliver(at, post, post.quill.request(" ".join(["new", *words])), patience, no_wait=False)
        if answer is None:
            return
        game = game_in(answer)
        if bots + 1 < players or no_seat:
            at.say("The game {game} is open. Others join it with: grubenpost join {game}", game=game)
        else:
            at.say("The game {game} is for you and the bots.", game=game)
        if not no_seat:
            take_seat(at, post, game, patience)
    if at.quiet:
        at.show(game)


def take_seat(at: Console, post: Correspondence, game: str, patience: int) -> None:
    """Join. Where bots have all other seats, the game begins, and the answer is its first mail."""
    from client.exchange.requests import join  # noqa: PLC0415
    from client.letters.signed import TurnMail  # noqa: PLC0415

    answer = join(post, game, patience)
    at.say("You have a seat in it.")
    if isinstance(answer, TurnMail) and not at.quiet:
        at.show(f"\n{answer.text}")

"""`grubenpost plan`: order your next turns ahead."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from client.session.chosen_game import AsJson, GameName, find_game, unproved
from client.session.console import Console
from client.session.errands import PATIENCE, NoWait, Patience, Yes
from engine.errors import Refused

if TYPE_CHECKING:
    from client.memory.glance import Glance


def run(  # noqa: PLR0913  a command has as many as it has options
    at: Console,
    game: GameName,
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="ORDERS", help='Such as "next: order C-kk if costs <= 2; else money 5".'),
    ] = None,
    *,
    show: Annotated[
        bool, typer.Option("--show", help="Show your last orders, and what they would do.")
    ] = False,
    drop: Annotated[bool, typer.Option("--drop", help="Withdraw what you have ordered.")] = False,
    bot: Annotated[
        str, typer.Option(metavar="NAME", help="The bot whose proposal to begin with.")
    ] = "foreman",
    turns: Annotated[int, typer.Option(min=1, max=3, help="For how many turns the bot proposes.")] = 1,
    as_json: AsJson = False,
    yes: Yes = False,
    patience: Patience = PATIENCE,
    no_wait: NoWait = False,
) -> None:
    """Order your next turns ahead: they are played the moment they come.

    Without orders you are offered your last ones and what a bot would order, to keep or to change; with
    --yes the bot's are sent. What each line would do now is shown, you are asked once, and they are sealed
    and sent: nobody else sees them before they are played. New orders take the place of those before.
    `grubenpost help orders` tells how they are written.
    """
    from client.session.planning import OrdersInHand, send_orders  # noqa: PLC0415  heavy, and --help needs none

    found = find_game(at, game)
    if drop:
        send_orders(at, found, None, patience, no_wait=no_wait)
        return
    _check_can_order(found)
    plan = OrdersInHand(at, found, bot, turns)
    if show:
        plan.show_last(as_json=as_json)
    elif words or yes:
        orders = plan.read(" ".join(words)) if words else plan.proposed()
        plan.tell(orders, as_json=as_json)
        if yes or at.agrees(at.tongue.say("Order this?")):
            send_orders(at, found, orders, patience, no_wait=no_wait)
    elif as_json or not at.somebody_is_there:
        plan.show_offers(as_json=as_json)
    elif (chosen := plan.ask()) is not None:
        send_orders(at, found, chosen, patience, no_wait=no_wait)
    else:
        at.say("Nothing was sent.")


def _check_can_order(found: Glance) -> None:
    if found.over:
        raise Refused("move/over", "the game {game} is over", game=found.game)
    if not found.proved:
        raise unproved(found.game)

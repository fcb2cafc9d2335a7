"""`grubenpost bot-check`: does a bot keep the rules of bots?"""

from __future__ import annotations

from typing import Annotated

import typer

from client.session.console import Console
from engine.errors import Refused


def run(
    at: Console,
    bot: Annotated[str, typer.Argument(metavar="NAME", help="A bot, or program:COMMAND.")],
    *,
    games: Annotated[int, typer.Option(help="How many games at each table, for 2, 3 and 4 players.")] = 1,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Tell the result as one JSON object.")] = False,
) -> None:
    """Check a bot: it plays whole games, and every decision is looked at.

    Moves must be legal, the view must stay as it is, the same view and chance must give the same decision,
    and what the bot can't see must not matter. Ends with 1 if anything is wrong.
    """
    from client.bots.named import find_bot  # noqa: PLC0415  heavy, and --help needs none of it
    from engine.bots.conformance import examine  # noqa: PLC0415

    report = examine(find_bot(bot), seed, max(games, 1))
    if as_json:
        faults = [fault._asdict() for fault in report.faults]
        at.show_json({"bot": bot, "games": report.games, "decisions": report.decisions, "faults": faults})
    for fault in () if as_json else report.faults:
        facts = fault._asdict()
        at.show(at.tongue.say("{players} players, move {ply}: {law}: {text}", **facts))
    if report.faults:
        raise Refused("bots/faulty", "`{bot}` breaks the rules of bots", bot=bot)
    if not as_json:
        at.say(
            "`{bot}` keeps the rules of bots: {games} games, {decisions} decisions.",
            bot=bot,
            games=report.games,
            decisions=report.decisions,
        )

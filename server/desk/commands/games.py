"""games: which games can be joined."""

from __future__ import annotations

import json
from typing import Final

from sqlmodel import col, select

from engine.clock.notation import write
from engine.tongue import word
from server.clocks.alarms import terms_of
from server.games.lifecycle import options_of
from server.ledger import models as rows
from server.visit.visit import Visit
from server.words.command import Command, command

MOST: Final = 100
"""How many games a list has at most."""


@command
class Games(Command):
    name = "games"
    also = ("list",)
    usage = "games"
    help = word("Lists the games that are open to join, and those that you are invited to.")

    def run(self, visit: Visit, text: str) -> None:
        player = visit.sender.registered()
        open_games = visit.session.exec(
            select(rows.Game).where(rows.Game.state == "open").order_by(col(rows.Game.created_at))
        ).all()
        shown = [game for game in open_games if _is_for(game, player)][:MOST]
        lines = [describe(visit, game) for game in shown]
        if lines:
            visit.reply.show("\n".join(lines))
        else:
            visit.say("No game is open to join. Open one with `new`.")


def _is_for(game: rows.Game, player: rows.Player) -> bool:
    return (
        not options_of(game)["private"]
        or game.host_id == player.id
        or player.handle in json.loads(game.invited)
    )


def describe(visit: Visit, game: rows.Game) -> str:
    """A game that waits for players, in a line."""
    options = options_of(game)
    seated = [visit.players.on(seat) for seat in visit.games.seats(game)]
    handles = [player.handle if player else visit.sender.tongue.say("house bot") for player in seated]
    say = visit.sender.tongue.say
    marks = [say("own keys") if options["auth"] == "key" else say("mailbox players welcome")]
    marks += [say("pace {pace}", pace=write(terms_of(game)))] if game.pace else []
    marks += [say("deliveries face down")] if options["face_down"] else []
    marks += [say("by invitation")] if options["private"] else []
    marks += (
        [say("spoken: {languages}", languages=", ".join(options["languages"]))]
        if options["languages"]
        else []
    )
    return say(
        "{game}: {taken} of {players} seats ({who}); {marks}",
        game=game.id,
        taken=len(handles),
        players=options["players"],
        who=", ".join(handles) or say("nobody yet"),
        marks=", ".join(marks),
    )

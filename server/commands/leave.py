"""leave: give up a seat before the game has started."""

from __future__ import annotations

from engine.tongue import word
from server.command import ONE_GAME, BadCommand, Command, command
from server.games import leave_seat
from server.visit import Visit


@command
class Leave(Command):
    name = "leave"
    quiet = True
    usage = "leave k3t9qa"
    help = word("Gives up your seat in a game that has not started. Out of a running game you `resign`.")
    takes = ONE_GAME
    changes = True

    def run(self, visit: Visit, text: str) -> None:
        game = visit.find_game(text)
        visit.seat_of(game)
        if game.state != "open":
            raise BadCommand(
                "leave/started", "the game {game} has started: `resign {game}` if you must", game=game.id
            )
        leave_seat(visit, game, visit.somebody())
        visit.say("You have left the game {game}.", game=game.id)

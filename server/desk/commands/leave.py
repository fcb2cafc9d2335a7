"""leave: give up a seat before the game has started."""

from __future__ import annotations

from engine.tongue import word
from server.games.leaving import leave_table
from server.visit.refusal import BadCommand
from server.visit.visit import Visit
from server.words.command import ONE_GAME, Command, command


@command
class Leave(Command):
    name = "leave"
    quiet = True
    usage = "leave k3t9qa"
    purpose = word("leave a game that has not started")
    help = word(
        "Gives up your seat in a game that has not started; with a key of your own, by a letter that the "
        "client seals. Out of a running game you `resign`."
    )
    takes = ONE_GAME
    changes = True

    def run(self, visit: Visit, text: str) -> None:
        game = visit.games.find(text)
        seat = visit.seat_of(game)
        if game.state == "open" and visit.games.book(game).table.needs_seal(seat.number):
            raise BadCommand(
                "leave/sealed",
                "you sit there with a key of your own: a letter that your client seals frees the seat, by "
                "`grubenpost leave {game}`",
                game=game.id,
            )
        leave_table(visit, game)

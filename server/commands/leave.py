"""leave: give up a seat before the game has started."""

from __future__ import annotations

from server.command import BadCommand, Command, command
from server.visit import Visit


@command
class Leave(Command):
    name = "leave"
    usage = "leave k3t9qa"
    help = "Gives up your seat in a game that has not started. Out of a running game you `resign`."
    changes = True

    def run(self, visit: Visit, text: str) -> None:
        if not text or " " in text:
            raise self.wrong(text)
        game = visit.find_game(text)
        number = visit.seat_of(game)
        if game.state != "open":
            raise BadCommand(
                "leave/started", "the game {game} has started: `resign` if you must", game=game.id
            )
        seat = next(seat for seat in visit.seats(game) if seat.number == number)
        visit.session.delete(seat)
        visit.say(f"You have left the game {game.id}.")

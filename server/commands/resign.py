"""resign: leave a running game; a bot or an empty chair goes on for you."""

from __future__ import annotations

from server.command import BadCommand, Command, command
from server.games import options_of
from server.substitute import hand_over
from server.visit import Visit


@command
class Resign(Command):
    name = "resign"
    usage = "resign k3t9qa"
    help = (
        "Gives up your seat in a running game for good. By the game's option, the house bot or an empty "
        "chair (which goes to the bank) makes your moves from now on, so that the others can finish."
    )
    changes = True

    def run(self, visit: Visit, text: str) -> None:
        if not text or " " in text:
            raise self.wrong(text)
        game = visit.find_game(text)
        seat = visit.seat_of(game)
        if game.state != "running":
            raise BadCommand("resign/not-running", "the game {game} is not under way", game=game.id)
        visit.say(f"You have resigned from {game.id}. The seat goes on as: {options_of(game)['resigned']}.")
        hand_over(visit, game, seat)

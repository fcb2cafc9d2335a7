"""resign: leave a running game; a bot or an empty chair goes on for you."""

from __future__ import annotations

from server.command import ONE_GAME, Command, command
from server.games import options_of
from server.moves import check_running
from server.parting import resign
from server.visit import Visit

_GOES_ON = {"bot": "The house bot plays on in your seat.", "empty": "Your chair stays empty."}


@command
class Resign(Command):
    name = "resign"
    usage = "resign k3t9qa"
    help = (
        "Gives up your seat in a running game for good. By the game's option, the house bot or an empty "
        "chair (which goes to the bank) makes your moves from now on, so that the others can finish."
    )
    takes = ONE_GAME
    changes = True

    def run(self, visit: Visit, text: str) -> None:
        game = visit.find_game(text)
        seat = visit.seat_of(game)
        check_running(game)
        resign(visit, game, seat)
        goes_on = _GOES_ON[options_of(game)["resigned"]] if game.state == "running" else "The game has ended."
        visit.say(f"You have resigned from {game.id}. {goes_on}")

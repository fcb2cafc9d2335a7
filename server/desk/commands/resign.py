"""resign: leave a running game; a bot or an empty chair goes on for you."""

from __future__ import annotations

from engine.tongue import word
from server.games.lifecycle import options_of
from server.games.plies import check_running
from server.games.resigning import resign
from server.visit.visit import Visit
from server.words.command import ONE_GAME, Command, command

_RESIGNED = {
    "bot": word("You have resigned from {game}. The house bot plays on in your seat."),
    "empty": word("You have resigned from {game}. Your seat stays empty."),
}


@command
class Resign(Command):
    name = "resign"
    usage = "resign k3t9qa"
    purpose = word("give up your seat in a running game for good")
    help = word(
        "Gives up your seat in a running game for good. By the game's option, the house bot plays on for "
        "you, or the seat stays empty and its workers go to the bank, so that the others can finish."
    )
    takes = ONE_GAME
    changes = True
    grave = True

    def run(self, visit: Visit, text: str) -> None:
        game = visit.games.find(text)
        seat = visit.seat_of(game)
        check_running(game)
        resign(visit, game, seat)
        if game.state == "running":
            visit.say(_RESIGNED[options_of(game)["resigned"]], game=game.id)
        else:
            visit.say("You have resigned from {game}. The game has ended.", game=game.id)

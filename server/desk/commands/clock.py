"""clock: agree on another pace for a game under way."""

from __future__ import annotations

from engine.tongue import word
from server.desk.commands.vote import vote_on_pace
from server.games.plies import check_running
from server.visit.visit import Visit
from server.words.command import GAME, Command, command, form


@command
class Clock(Command):
    name = "clock"
    also = ("pace",)
    usage = "clock k3t9qa pace=relaxed"
    purpose = word("vote for another clock in a running game")
    help = word(
        "Says with which clock you would play a game that is under way: daily, brisk, relaxed, weekend, "
        "none, or one in full such as 2d+bank:7d. When all who play in it have said the same, it has that "
        "clock from then on. `help pace` tells how a pace is written."
    )
    takes = form(rf"{GAME} +(?:pace=)?[a-z0-9+/:_-]{{1,300}}")
    changes = True

    def run(self, visit: Visit, text: str) -> None:
        game_id, said = text.split()
        game = visit.games.find(game_id)
        visit.seat_of(game)
        check_running(game)
        vote_on_pace(visit, game, said)

"""legal: what can be done now."""

from __future__ import annotations

from engine.tongue import word
from server.games.plies import check_running
from server.outgoing.turn_mails import actions_in
from server.visit.visit import Visit
from server.words.command import MAYBE_GAME, Command, command


@command
class Legal(Command):
    name = "legal"
    also = ("actions",)
    usage = "legal k3t9qa"
    purpose = word("list what the player to move can do")
    help = word(
        "Lists the legal actions of the player to move, with their numbers, as far as you may know them."
    )
    takes = MAYBE_GAME

    def run(self, visit: Visit, text: str) -> None:
        game = visit.meant_game(text)
        visit.seat_of(game)
        check_running(game)
        visit.say("Game {game}, move {ply}.", game=game.id, ply=game.ply)
        visit.reply.show(actions_in(visit, game))

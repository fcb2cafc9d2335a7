"""resend: the last turn mail once more."""

from __future__ import annotations

from engine.tongue import word
from server.games.table import show_table
from server.outgoing.turn_mails import tell_again
from server.visit.visit import Visit
from server.words.command import MAYBE_GAME, Command, command


@command
class Resend(Command):
    name = "resend"
    usage = "resend k3t9qa"
    purpose = word("get the newest mail of a game again")
    help = word("Sends you the newest mail of a game again, with a fresh code if it is your turn.")
    takes = MAYBE_GAME

    def run(self, visit: Visit, text: str) -> None:
        game = visit.meant_game(text)
        visit.seat_of(game)
        if game.state == "open":
            show_table(visit, game)
        else:
            tell_again(visit, game)

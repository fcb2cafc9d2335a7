"""resend: the last turn mail once more."""

from __future__ import annotations

from server.command import Command, command
from server.news import tell_seat
from server.visit import Visit


@command
class Resend(Command):
    name = "resend"
    usage = "resend k3t9qa"
    help = "Sends you the newest mail of a game again, with a fresh code if it is your turn."

    def run(self, visit: Visit, text: str) -> None:
        game, rest = visit.named_game(text)
        if rest:
            raise self.wrong(text)
        visit.book(game)
        tell_seat(visit, game, visit.seat_of(game), visit.somebody(), again=f" {visit.name}")

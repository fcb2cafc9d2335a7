"""score: where everyone's points came from."""

from __future__ import annotations

from engine.rules import view
from engine.show import standings_text
from server.command import Command, command
from server.news import names_in
from server.visit import Visit


@command
class Score(Command):
    name = "score"
    also = ("standings",)
    usage = "score k3t9qa"
    help = "Shows the standings of a game, with every point explained."

    def run(self, visit: Visit, text: str) -> None:
        game, rest = visit.named_game(text)
        if rest:
            raise self.wrong(text)
        book, seat = visit.book(game), visit.seat_of(game)
        visit.say(standings_text(view(book.game, seat), names_in(book)))

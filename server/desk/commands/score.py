"""score: where everyone's points came from."""

from __future__ import annotations

from engine.rules import view
from engine.show import standings_text
from engine.tongue import word
from server.outgoing.history import names_in
from server.visit.preferences import manner_of
from server.visit.visit import Visit
from server.words.command import MAYBE_GAME, Command, command


@command
class Score(Command):
    name = "score"
    also = ("standings",)
    usage = "score k3t9qa"
    purpose = word("the standings, with every point explained")
    help = word("Shows the standings of a game, with every point explained.")
    takes = MAYBE_GAME

    def run(self, visit: Visit, text: str) -> None:
        game = visit.meant_game(text)
        seat, book, manner = (
            visit.seat_of(game).number,
            visit.games.book(game),
            manner_of(visit.sender.registered()),
        )
        visit.reply.show(standings_text(view(book.game, seat), names_in(book), manner.tongue, manner.style))

"""board: the position as you may see it."""

from __future__ import annotations

from engine.rules import view
from engine.show import board
from engine.tongue import word
from server.outgoing.history import names_in
from server.visit.preferences import manner_of
from server.visit.visit import Visit
from server.words.command import MAYBE_GAME, Command, command


@command
class Board(Command):
    name = "board"
    also = ("show",)
    usage = "board k3t9qa"
    purpose = word("show the board of a game")
    help = word("Shows the board of a game that you are in.")
    takes = MAYBE_GAME

    def run(self, visit: Visit, text: str) -> None:
        game = visit.meant_game(text)
        seat, book, manner = (
            visit.seat_of(game).number,
            visit.games.book(game),
            manner_of(visit.sender.registered()),
        )
        visit.reply.show(board(view(book.game, seat), names_in(book), seat, manner.tongue, manner.style))

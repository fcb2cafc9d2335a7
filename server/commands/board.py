"""board: the position as you may see it."""

from __future__ import annotations

from engine.rules import view
from engine.show import board
from server.command import Command, command
from server.news import names_in
from server.visit import Visit


@command
class Board(Command):
    name = "board"
    also = ("show",)
    usage = "board k3t9qa"
    help = "Shows the board of a game that you are in."

    def run(self, visit: Visit, text: str) -> None:
        game, rest = visit.named_game(text)
        if rest:
            raise self.wrong(text)
        book, seat = visit.book(game), visit.seat_of(game)
        visit.say(board(view(book.game, seat), names_in(book), seat))

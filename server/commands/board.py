"""board: the position as you may see it."""

from __future__ import annotations

from engine.rules import view
from engine.show import board
from server.command import MAYBE_GAME, Command, command
from server.happenings import names_in
from server.visit import Visit


@command
class Board(Command):
    name = "board"
    also = ("show",)
    usage = "board k3t9qa"
    help = "Shows the board of a game that you are in."
    takes = MAYBE_GAME

    def run(self, visit: Visit, text: str) -> None:
        game = visit.find_game(text) if text else visit.implied_game()
        seat, book = visit.seat_of(game).number, visit.book(game)
        visit.say(board(view(book.game, seat), names_in(book), seat))

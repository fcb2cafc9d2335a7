"""legal: what can be done now."""

from __future__ import annotations

from engine.rules import view
from engine.show import numbered_actions
from server.command import Command, command
from server.news import names_in
from server.visit import Visit


@command
class Legal(Command):
    name = "legal"
    also = ("actions",)
    usage = "legal k3t9qa"
    help = "Lists the legal actions of the player to move, with their numbers."

    def run(self, visit: Visit, text: str) -> None:
        game, rest = visit.named_game(text)
        if rest:
            raise self.wrong(text)
        book, seat = visit.book(game), visit.seat_of(game)
        seen = view(book.game, seat)
        whose = "you" if book.game.turn == seat else book.seats[book.game.turn].name
        menu = numbered_actions(seen, names_in(book))
        visit.say(f"Game {game.id}, ply {game.ply}: {whose} can do this:\n\n{menu}")

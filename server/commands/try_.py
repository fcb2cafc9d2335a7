"""try: what a move would do, without doing it."""

from __future__ import annotations

from engine.rules import play, view
from engine.show import board, tell
from server.command import Command, command
from server.commands.move import read_move
from server.news import names_in
from server.visit import Visit


@command
class Try(Command):
    name = "try"
    also = ("test-move", "preview")
    usage = "try k3t9qa mine 8: to g, load g"
    help = (
        "Shows what a move would do, on your own view: what would be turned up and what is hidden stays "
        "unknown. Nothing is recorded."
    )

    def run(self, visit: Visit, text: str) -> None:
        game, rest = visit.named_game(text)
        book, seat = visit.book(game), visit.seat_of(game)
        action = read_move(visit, game, rest)
        played = play(view(book.game, seat), action, seat)
        names = names_in(book)
        story = "\n".join(tell(played.events, names))
        visit.say(f"`{action.write()}` is legal. It would do this (nothing is recorded):\n\n{story}")
        visit.say(board(view(played.game, seat), names, seat))

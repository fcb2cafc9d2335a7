"""abandon: end a game early, when all who play agree."""

from __future__ import annotations

from server.command import BadCommand, Command, command
from server.games import finish_game, summarise
from server.news import tell_everyone
from server.visit import Visit


@command
class Abandon(Command):
    name = "abandon"
    usage = "abandon k3t9qa"
    help = (
        "Says that you agree to give a running game up. When everyone has said so, it ends without a winner."
    )
    changes = True

    def run(self, visit: Visit, text: str) -> None:
        if not text or " " in text:
            raise self.wrong(text)
        game = visit.find_game(text)
        seat, book = visit.seat_of(game), visit.book(game)
        if game.state != "running":
            raise BadCommand("abandon/not-running", "the game {game} is not under way", game=game.id)
        agreed = {entry.facts["seat"] for entry in book.log.entries if entry.facts.get("about") == "abandon"}
        if seat in agreed:
            raise BadCommand("abandon/said", "you have agreed already")
        visit.write(game, book.note("abandon", visit.now, seat=seat))
        left = {s.number for s in visit.seats(game)} - agreed - {seat}
        if left:
            waiting = ", ".join(book.seats[number].handle for number in sorted(left))
            visit.say(f"You agree to abandon {game.id}. Still to agree: {waiting}.")
            return
        finish_game(visit, game, abandoned=True)
        summarise(visit, game)
        game.turn_seat = None
        visit.say(f"Everyone agreed: the game {game.id} is abandoned.")
        tell_everyone(visit, game)

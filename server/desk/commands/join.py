"""join: take a seat in an open game."""

from __future__ import annotations

from engine.tongue import word
from server.games.lifecycle import join_for
from server.games.table import take_seat
from server.visit.visit import Visit
from server.words.command import ONE_GAME, Command, command


@command
class Join(Command):
    name = "join"
    quiet = True
    usage = "join k3t9qa"
    help = word(
        "Takes a seat in an open game. The last seat taken starts it. With a key of your own, the client "
        "sends a sealed letter that commits you to your share of the shuffle, and tells the share when all "
        "seats are taken."
    )
    takes = ONE_GAME
    changes = True

    def run(self, visit: Visit, text: str) -> None:
        visit.keys.lock()  # before the game: the key that the seat is taken with must stay in force
        game, player = visit.games.find(text), visit.sender.registered()
        take_seat(visit, game, player, join_for(visit, game, player))

"""join: take a seat in an open game."""

from __future__ import annotations

from engine.tongue import word
from server.games.handing_over import take_seat_in_running
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
        "Takes a seat in an open game. The last seat taken starts it. In a game under way it takes a seat "
        "that was offered to you, your own back, or one that is open. With a key of your own, the client "
        "sends a sealed letter that commits you to your share of the shuffle, and tells the share when all "
        "seats are taken."
    )
    takes = ONE_GAME
    changes = True

    def run(self, visit: Visit, text: str) -> None:
        visit.keys.lock()  # before the game: the key that the seat is taken with must stay in force
        game, player = visit.games.find(text), visit.sender.registered()
        take = take_seat_in_running if game.state == "running" else take_seat
        take(visit, game, player, join_for(visit, game, player))

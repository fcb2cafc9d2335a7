"""drop: withdraw what one has ordered ahead."""

from __future__ import annotations

from engine.tongue import word
from server.desk.ordering import drop_orders
from server.visit.visit import Visit
from server.words.command import GAME, Command, command, form


@command
class Drop(Command):
    name = "drop"
    usage = "drop orders k3t9qa"
    purpose = word("withdraw what you have ordered ahead")
    help = word("Withdraws what you have ordered ahead in a game; what was played already stays played.")
    takes = form(rf"orders?(?: ({GAME}))?")
    changes = True
    ahead = True

    def run(self, visit: Visit, text: str) -> None:
        _, _, game_id = text.partition(" ")
        drop_orders(visit, visit.meant_game(game_id))

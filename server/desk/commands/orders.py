"""orders: which standing orders of one's own are in force."""

from __future__ import annotations

from engine.tongue import word
from server.desk.ordering import show_orders
from server.visit.visit import Visit
from server.words.command import MAYBE_GAME, Command, command


@command
class Orders(Command):
    name = "orders"
    also = ("anweisungen", "распоряжения")
    usage = "orders k3t9qa"
    purpose = word("show what you have ordered ahead")
    help = word(
        "Shows what you have ordered ahead in a game, and what each line would do now. Nobody else sees it."
    )
    takes = MAYBE_GAME
    quiet = True
    like_a_move = True

    def run(self, visit: Visit, text: str) -> None:
        show_orders(visit, visit.meant_game(text))

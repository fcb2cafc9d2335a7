"""plan: order ahead what is to be played when one's next turns come."""

from __future__ import annotations

import re
from typing import Final

from engine.tongue import word
from server.desk.ordering import order
from server.ledger import models as rows
from server.visit.codes import REPLY
from server.visit.visit import Visit
from server.words.command import GAME, Command, command, form
from server.words.order_lines import are_orders, begin_orders

_TAKES: Final = form(rf"(?:({GAME})[ ,:]+)?(\S.{{0,3999}})")


@command
class Plan(Command):
    name = "plan"
    quiet = True
    usage = "next: order C-kk if costs <= 2; else money 5"
    purpose = word("order ahead what is to be played")
    help = word(
        "Orders ahead what is to be played when your next turns come: lines that begin with `next:`, "
        "`then:`, `draft:` or `stop if` are enough. With several games, write `plan k3t9qa` before them. New "
        "orders take the place of those before. `help orders` shows how they are written, `try` before them "
        "what they would do now, `orders` which ones stand, and `drop orders` withdraws them."
    )
    takes = _TAKES
    changes = True
    ahead = True

    def fits(self, text: str) -> bool:
        found = _TAKES.fullmatch(text)
        return found is not None and begin_orders(found[2])

    def surely(self, text: str) -> bool:
        found = _TAKES.fullmatch(text)
        return found is not None and are_orders(found[2])

    def run(self, visit: Visit, text: str) -> None:
        order(visit, *ordered_in(visit, text))


def ordered_in(visit: Visit, text: str) -> tuple[rows.Game, str]:
    """The game that orders are for, and the orders as they were written."""
    found = _TAKES.fullmatch(text)
    game_id, written = (found[1], found[2]) if found else (None, text)
    return (visit.games.find(game_id) if game_id else visit.implied_game(REPLY)), written


def are_for_a_game(text: str) -> bool:
    """Whether this is orders, with or without the game that they are for."""
    found: re.Match[str] | None = _TAKES.fullmatch(text)
    return found is not None and begin_orders(found[2])

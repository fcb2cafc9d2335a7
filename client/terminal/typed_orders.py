"""Standing orders as a player types them, in any language, and what each line would do now."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from engine.ahead import Orders, begin, check, explain, pin, read
from engine.ahead.deciding import DRAFTING
from engine.rules import Game
from engine.show.ahead import explained
from engine.tongue import Tongue
from engine.tongue.order_words import canonical

_HEAD: Final = re.compile(r"\s*(?:next|then|draft)\s*:", re.IGNORECASE)


def are_orders(typed: str) -> bool:
    """Whether this begins like orders, and not like a move."""
    return _HEAD.match(canonical(typed)) is not None


def read_orders(typed: str, position: Game, seat: int, names: Sequence[str]) -> Orders:
    """The orders that were meant, with what each line may cost; refuses what can never be played."""
    people = {name: number for number, name in enumerate(names)}
    orders = pin(read(canonical(typed), position, people), position)
    check(orders, position, seat)
    return orders


def drafting(typed: str) -> str:
    """A list for the draft as orders, by which a game can be joined; nothing if none was typed."""
    return read(f"draft: {canonical(typed)}").in_one_line() if typed else ""


def what_they_do(orders: Orders, position: Game, seat: int, tongue: Tongue) -> str:
    """Every line, and what it would be now; below it the stops."""
    told = explained(orders, explain(orders, position, begin(position, seat)), tongue)
    stops = [line for line in orders.write().splitlines() if line.startswith("stop")]
    return "\n".join([*told, *stops])


def orders_facts(orders: Orders, position: Game, seat: int) -> dict[str, Any]:
    """The same for scripts."""
    verdicts = explain(orders, position, begin(position, seat))
    return {
        "orders": orders.in_one_line(),
        "lines": [
            {
                "turn": "draft" if verdict.turn == DRAFTING else verdict.turn + 1,
                "line": verdict.line + 1,
                "move": verdict.action.write() if verdict.action else None,
                "why": str(verdict.why),
            }
            for verdict in verdicts
        ],
    }

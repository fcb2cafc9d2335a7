"""Acting ahead of the turn: standing orders, read, checked, explained and carried out.

    orders = read("next: order C-kk if costs <= 2; else money 5", view)
    orders = pin(orders, view)                     what each line may cost, from what it costs now
    check(orders, view, seat)                      refuses what can never be played
    decide(orders, view, memory)                   Play, Stopped or Nothing, when the turn comes

`decide` knows nothing but the owner's view and what the owner remembers (`Memory`): the same orders, view
and memory always give the same move, on every machine and every Python.
"""

from __future__ import annotations

from .checking import check
from .deciding import Nothing, OrderStopped, Play, Verdict, decide, explain, is_spent, pin
from .memory import Memory, begin, remember
from .orders import OrderLine, Orders
from .reading import read

__all__ = [
    "Memory",
    "Nothing",
    "OrderLine",
    "OrderStopped",
    "Orders",
    "Play",
    "Verdict",
    "begin",
    "check",
    "decide",
    "explain",
    "is_spent",
    "pin",
    "read",
    "remember",
]

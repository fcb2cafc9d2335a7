"""Standing orders: what is to be played when the player's next turns come.

The text is canonical (`engine.ahead`), so that everyone who checks a move later reads the same. It is kept
secret in the log until the game is closed; the nonce keeps others from guessing it from its hash. Orders
take the place of those before them; `none` withdraws them. `ply` is the number of plies that the player had
seen: orders that were overtaken by the player's own next turn come to nothing.

The orders of a mailbox player are sealed by the key that the server holds, and say so in `[by]`, as moves do.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.record.letters.fields import GAME, HANDLE, HASH, NONCE, ORDERS, PLY, SERVER, one_of
from engine.record.letters.kinds.move import BY_KINDS, By
from engine.record.letters.schema import Letter, LetterKind, Shape

NONE = "none"
"""The text that withdraws whatever was ordered."""


@dataclass(frozen=True, slots=True)
class StandingOrders(Letter):
    """Somebody's orders ahead in one game."""

    server: str
    game: str
    handle: str
    ply: int
    nonce: str
    orders: str
    by: By | None = None


LETTER = LetterKind(
    "grubenpost-orders/1",
    StandingOrders,
    {
        "server": SERVER,
        "game": GAME,
        "handle": HANDLE,
        "ply": PLY,
        "nonce": NONCE,
        "orders": ORDERS,
    },
    tables={"by": Shape(By, {"kind": one_of(*BY_KINDS), "entry": HASH})},
)
read = LETTER.read
write = LETTER.write

"""The last orders of the player in each game, to be shown and used again.

It is only for the player's own convenience: which orders stand is the server's to say.
"""

from __future__ import annotations

import json
from typing import Any, Final, NamedTuple

from client.memory.game_file import read_json
from client.profile.files import make_folder, write_whole
from client.profile.home import Home

FORMAT: Final = "grubenpost-ordered/1"


class Ordered(NamedTuple):
    """Orders as they were sealed, and at which ply."""

    orders: str
    ply: int


def read_ordered(home: Home, game: str) -> Ordered | None:
    """The last orders in a game; nothing if there were none, or if they were withdrawn."""
    return read_json(home.orders / f"{game}.json", _ordered)


def _ordered(facts: dict[str, Any]) -> Ordered | None:
    if facts["format"] != FORMAT:
        raise ValueError(FORMAT)
    return Ordered(str(facts["orders"]), int(facts["ply"])) if facts["orders"] else None


def keep_ordered(home: Home, game: str, ordered: Ordered | None) -> None:
    """Remember what was ordered; nothing, if it was withdrawn."""
    orders, ply = ordered or ("", 0)
    make_folder(home.orders)
    facts = {"format": FORMAT, "orders": orders, "ply": ply}
    write_whole(home.orders / f"{game}.json", json.dumps(facts).encode())

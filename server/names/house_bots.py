"""House bots: seats on which the server plays. Their handles say so, and nobody else can have one."""

from __future__ import annotations

from typing import Final

from engine.bots import NAMES
from engine.record.game.seats import BOT, bot_seat
from engine.record.keyring.keyring import fold
from engine.record.names.likeness import shape_of_ascii
from server.ledger import models as rows
from server.visit.visit import Visit

HOUSE_BOT: Final = "foreman"
"""The bot that plays if nobody says which one is wanted, and for those who leave."""
_HANDLE: Final = "house-"


def seat_bots(visit: Visit, game: rows.Game, bot: str, count: int) -> None:
    """Give seats of a new game to bots, before anyone else joins."""
    book = visit.games.book(game)
    for number in range(1, count + 1):
        entry = book.join(bot_seat(f"{_HANDLE}{bot}-{number}", book.opening), visit.now)
        visit.games.write(game, entry)
        visit.session.add(rows.Seat(game_id=game.id, number=entry.facts["seat"], player_id=None, auth=BOT))
    visit.session.flush()


def is_house_handle(handle: str) -> bool:
    """Whether a handle is a house bot's, or could be taken for one."""
    shape = shape_of_ascii(handle)
    return fold(handle).startswith(fold(_HANDLE)) or any(
        shape.startswith(shape_of_ascii(f"{_HANDLE}{bot}")) for bot in NAMES
    )


def bot_of(handle: str) -> str:
    """The bot that plays under a house handle."""
    return handle.removeprefix(_HANDLE).rpartition("-")[0]


def bot_name(handle: str) -> str:
    """The name of a house bot at the table: `Greedy 1 (bot)`."""
    return f"{bot_of(handle).title()} {handle.rpartition('-')[2]} (bot)"

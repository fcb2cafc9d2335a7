"""Who sits in a game, and who gets mail about it."""

from __future__ import annotations

from typing import Final, NamedTuple

from sqlalchemy import bindparam
from sqlmodel import col, select

from server.ledger import models as rows

# Made once, because they are asked at every move.
SEATS_OF: Final = (
    select(rows.Seat)
    .where(rows.Seat.game_id == bindparam("game"), col(rows.Seat.left_at).is_(None))
    .order_by(col(rows.Seat.number))
)
AUDIENCE_OF: Final = (
    select(rows.Seat.number, rows.Player, rows.Address.address)
    .join(rows.Player, col(rows.Player.id) == col(rows.Seat.player_id))
    .join(rows.Address, col(rows.Address.player_id) == col(rows.Player.id))
    .where(
        rows.Seat.game_id == bindparam("game"),
        col(rows.Seat.left_at).is_(None),
        rows.Player.state == "active",
        col(rows.Address.main).is_(True),
    )
    .order_by(col(rows.Seat.number))
)


class Reader(NamedTuple):
    """Somebody in a game, and where their mail goes."""

    seat: int
    player: rows.Player
    address: str

"""The players and their addresses: a small repository over the session."""

from __future__ import annotations

from sqlmodel import Session, col, select

from engine.record.keyring.keyring import fold
from engine.rules.notation import shorten
from server.ledger import models as rows
from server.visit.refusal import BadCommand


class Players:
    """Players by their handles, seats and addresses."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def find(self, handle: str) -> rows.Player:
        """A player by a handle, however it is written."""
        found = self._session.exec(select(rows.Player).where(rows.Player.folded == fold(handle))).first()
        if found is None or found.state != "active":
            raise BadCommand("player/unknown", "nobody here is called `{handle}`", handle=shorten(handle))
        return found

    def on(self, seat: rows.Seat) -> rows.Player | None:
        """The player on a seat; nobody, if it is a bot."""
        return self._session.get(rows.Player, seat.player_id) if seat.player_id is not None else None

    def main_address(self, player: rows.Player) -> str | None:
        """The address that mail to a player goes to."""
        found = self._session.exec(
            select(rows.Address).where(rows.Address.player_id == player.id, col(rows.Address.main).is_(True))
        ).first()
        return found.address if found else None

    def addresses(self, player: rows.Player) -> list[rows.Address]:
        """All addresses of a player, the oldest first."""
        held = select(rows.Address).where(rows.Address.player_id == player.id)
        return list(self._session.exec(held.order_by(col(rows.Address.id))).all())

    def owner_of(self, address: str) -> rows.Player | None:
        """The player who has registered an address."""
        owned = select(rows.Address).where(rows.Address.address == address)
        found = self._session.exec(owned).first() if address else None
        return self._session.get(rows.Player, found.player_id) if found else None

"""Muting: whom a player does not want to hear."""

from __future__ import annotations

from typing import Final

from sqlmodel import col, func, select

from server.ledger import models as rows
from server.visit.refusal import BadCommand
from server.visit.visit import Visit

MOST: Final = 200


def mute(visit: Visit, handle: str) -> None:
    """Spare a player what another one says."""
    player, other = visit.sender.registered(), visit.players.find(handle)
    if other.id == player.id:
        raise BadCommand("mute/self", "that is you: what you say yourself is never sent to you")
    muted = visit.session.exec(select(func.count()).where(col(rows.Muted.player_id) == player.id)).one()
    if muted >= MOST:
        raise BadCommand("mute/too-many", "you have muted {n} players: `unmute` some first", n=muted)
    if visit.session.get(rows.Muted, (player.id, other.id)) is None:
        visit.session.add(rows.Muted(player_id=player.id, other_id=other.id))
    visit.say("You will not hear what {who} says, until you send `unmute {who}`.", who=other.handle)


def unmute(visit: Visit, handle: str) -> None:
    """Hear somebody again."""
    player, other = visit.sender.registered(), visit.players.find(handle)
    found = visit.session.get(rows.Muted, (player.id, other.id))
    if found is not None:
        visit.session.delete(found)
    visit.say("You hear again what {who} says.", who=other.handle)

"""Mail that the host does not want: of an address, a domain, or a player. It is noted, and no more."""

from __future__ import annotations

from typing import Final

from sqlmodel import Session, col, select

from engine.mail.addresses import domain_of
from engine.record.keyring.keyring import fold
from engine.tongue import phrase
from server.ledger import models as rows
from server.outgoing.answers import notify
from server.visit.visit import Visit

BLOCKED: Final = "blocked"


def name_of(who: str) -> str:
    """The name by which somebody stands in the list: an address or `@domain` in small letters, or a handle,
    folded."""
    return who.strip().casefold() if "@" in who else fold(who.strip())


def sender_is_blocked(visit: Visit) -> bool:
    """Whether nothing is wanted from the address that a mail came from, or from its domain."""
    if not visit.sender.address:
        return False
    return _is_there(visit.session, visit.sender.address, f"@{domain_of(visit.sender.address)}".casefold())


def player_is_blocked(visit: Visit) -> bool:
    """Whether nothing is wanted from the player who speaks, by whatever address."""
    return visit.sender.player is not None and _is_there(visit.session, visit.sender.player.folded)


def _is_there(session: Session, *names: str) -> bool:
    return (
        session.exec(select(rows.Blocked.what).where(col(rows.Blocked.what).in_(names))).first() is not None
    )


def block(visit: Visit, who: str, reason: str) -> rows.Player | None:
    """Deal with no mail of theirs from now on: the player, who is told so, if it is one."""
    visit.session.merge(rows.Blocked(what=name_of(who), reason=reason, at=visit.now))
    player = None if "@" in who else visit.players.find(who)
    if player is not None:
        _tell(visit, player, _blocked(visit, reason))
    return player


def unblock(visit: Visit, who: str) -> None:
    """Deal with their mail again. A player is told."""
    name = name_of(who)
    visit.session.delete(visit.session.get_one(rows.Blocked, name))
    known = select(rows.Player).where(rows.Player.folded == name, rows.Player.state == "active")
    player = visit.session.exec(known).first()
    if player is not None:
        _tell(visit, player, phrase("Your mail is dealt with again."))


def _tell(visit: Visit, player: rows.Player, text: str) -> None:
    notify(visit, player, f"block {visit.name} {player.handle}", text, signed=True)


def _blocked(visit: Visit, reason: str) -> str:
    return phrase(
        "The host of {server} has decided that your mail is not dealt with\n"
        "for the time being, for this reason:\n\n"
        "  {reason}\n\n"
        "You get no answers until that is over. Your games wait, or the host ends them.",
        server=visit.settings.name,
        reason=reason or "-",
    )

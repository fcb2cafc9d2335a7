"""Forgetting: what the law calls personal data is erased, the games stay verifiable.

A forgotten player keeps the handle, as a pseudonym, and the public key. Names, addresses, codes and the
mails themselves go. The last mail, which says so, holds an address until it is sent; then it goes too.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Final

from sqlmodel import Session, col, delete, or_, select, update

from server.games import leave_seat, options_of
from server.ledger import models as rows
from server.ledger.budgets import forget_answered
from server.ledger.queues import lock_game
from server.parting import resign
from server.visit import Visit

CHUNK: Final = 200


def forget_player(visit: Visit, player: rows.Player) -> None:
    """Take leave of somebody: in their running games they resign, open ones they leave."""
    running, waiting = visit.lock_my_games()
    for game in running:
        resign(visit, game, visit.seat_of(game))
    for game in waiting:
        leave_seat(visit, game, player)
    for game in _hosted(visit, player):
        _find_new_host(visit, game)
    visit.farewell = visit.main_address(player) or ""
    _erase(visit.session, player)


def _hosted(visit: Visit, player: rows.Player) -> list[rows.Game]:
    """The open games that a player has called for."""
    hosted = visit.session.exec(
        select(rows.Game.id).where(rows.Game.host_id == player.id, rows.Game.state == "open")
    ).all()
    games = [lock_game(visit.session, game_id) for game_id in sorted(hosted)]
    return [game for game in games if game is not None and game.state == "open"]


def _find_new_host(visit: Visit, game: rows.Game) -> None:
    """An open game goes to whoever sits in it longest; one that nobody sits in waits for no host's word."""
    seats = visit.seats(game)
    if seats and seats[0].player_id is not None:
        game.host_id = seats[0].player_id
    else:
        game.options = json.dumps({**options_of(game), "hold": False})


def _erase(session: Session, player: rows.Player) -> None:
    player.name, player.state, player.seed = player.handle, "forgotten", None
    player.language, player.zone, player.style, player.unreachable_since = "en", "UTC", "text", None
    owned = session.exec(select(rows.Address).where(rows.Address.player_id == player.id)).all()
    addresses = [row.address for row in owned]
    for row in owned:
        session.delete(row)
    session.exec(delete(rows.Code).where(col(rows.Code.player_id) == player.id))
    session.exec(delete(rows.Outbox).where(col(rows.Outbox.player_id) == player.id))
    session.flush()
    erase_traces(session, addresses)


def erase_traces(session: Session, addresses: Collection[str]) -> None:
    """Erase what was written from and to these addresses, as far as it has been dealt with."""
    session.exec(delete(rows.Outbox).where(col(rows.Outbox.recipient).in_(addresses)))
    session.exec(delete(rows.Code).where(col(rows.Code.address).in_(addresses)))
    for address in addresses:
        spent = or_(
            col(rows.Answered.address) == address, col(rows.Answered.address).startswith(f"{address} ")
        )
        session.exec(delete(rows.Answered).where(spent))
    _erase_mails(session, addresses)


def _erase_mails(session: Session, addresses: Collection[str]) -> None:
    """Erase the text of every mail in which one of these addresses stands."""
    sought = [address.encode("ascii") for address in addresses]
    mails = session.exec(
        select(rows.Inbox.id, rows.Inbox.raw)
        .where(rows.Inbox.state == "done", col(rows.Inbox.raw).is_not(None))
        .execution_options(yield_per=CHUNK)
    )
    found = [mail_id for mail_id, raw in mails if raw and any(address in raw.lower() for address in sought)]
    for at in range(0, len(found), CHUNK):
        chosen = col(rows.Inbox.id).in_(found[at : at + CHUNK])
        session.exec(update(rows.Inbox).where(chosen).values(raw=None))


def forget_expired(session: Session, now: int) -> None:
    """Erase what nobody needs any more: strangers' addresses, old codes, the last traces of the forgotten."""
    forget_answered(session, now)
    session.exec(delete(rows.Code).where(col(rows.Code.expires_at) <= now))
    farewells = session.exec(
        select(rows.Outbox)
        .join(rows.Player, col(rows.Player.id) == col(rows.Outbox.player_id))
        .where(rows.Player.state == "forgotten", col(rows.Outbox.state).in_(("sent", "dead")))
    ).all()
    for farewell in farewells:
        session.delete(farewell)
    session.flush()
    left = [farewell.recipient for farewell in farewells if not _in_use(session, farewell.recipient)]
    if left:
        _erase_mails(session, left)


def _in_use(session: Session, address: str) -> bool:
    """Whether an address is, or is about to be, somebody's again."""
    owned = select(rows.Address).where(rows.Address.address == address)
    asked = select(rows.Code).where(rows.Code.address == address)
    return session.exec(owned).first() is not None or session.exec(asked).first() is not None

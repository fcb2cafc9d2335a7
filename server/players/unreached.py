"""Players whose mail comes back: another of their addresses is tried; if there is none, their clocks stand.

The others at the table are told that they wait and why, but no address. As soon as the player is heard of,
the clocks run again; after some time they do so anyway, because whoever wants to stop a game could let mail
come back.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from sqlmodel import Session, col, select

from engine.clock.facts import BOUNCE
from engine.record.keyring.keyring import Keyring
from engine.tongue import phrase, word
from server.clocks.alarms import clock_facts
from server.clocks.stops import resume_clock, stop_clock
from server.ledger import models as rows
from server.ledger.budgets import DAY
from server.ledger.queues import lock_game
from server.outgoing.answers import notify
from server.outgoing.bulletin import Bulletin
from server.outgoing.turn_mails import turn_mail
from server.visit.deed import Deed
from server.visit.preferences import NONE
from server.visit.sender import BY_CODE, BY_SEAL
from server.visit.visit import Visit

LATELY: Final = 7 * DAY
PATIENCE: Final = 14 * DAY
"""So long, in seconds, a game waits for somebody whose mail comes back."""


def try_elsewhere(visit: Visit, player: rows.Player, address: str) -> bool:
    """A mail to this address of a player came back: whether their clocks stand now."""
    other = _other_address(visit, player, address)
    if other is not None:
        _write_to(visit, player, other)
        return False
    stood = [_stop(visit, player, game, seat) for game, seat in _seats(visit, player)]
    if any(stood) and player.bounced_at is None:
        player.bounced_at = visit.now
    return any(stood)


def _other_address(visit: Visit, player: rows.Player, address: str) -> str | None:
    """A confirmed address from which nothing came back lately."""
    back = select(rows.Outbox.recipient).join(rows.Bounce, col(rows.Bounce.outbox_id) == col(rows.Outbox.id))
    lately = back.where(
        rows.Bounce.player_id == player.id,
        col(rows.Bounce.hard).is_(True),
        col(rows.Bounce.at) > visit.now - LATELY,
    )
    bounced = {address, *visit.session.exec(lately)}
    confirmed = (row.address for row in visit.players.addresses(player) if row.confirmed_at is not None)
    return next((other for other in confirmed if other not in bounced), None)


def _write_to(visit: Visit, player: rows.Player, address: str) -> None:
    """The newest mail of every game that waits for the player, to another address of theirs."""
    for game in visit.games.to_move_in(player) if player.mails != NONE else ():
        bulletin = Bulletin(visit.games.book(game), visit.settings.key, visit.now)
        for reader in visit.games.audience(game):
            if reader.player is player:
                elsewhere = reader._replace(address=address)
                draft = turn_mail(visit, game, bulletin, elsewhere, again=f" elsewhere {visit.name}")
                visit.drafts.append(replace(draft, answers=""))


def _seats(visit: Visit, player: rows.Player) -> Iterator[tuple[rows.Game, int]]:
    """The running games of a player, and their seats in them."""
    mine = (
        select(rows.Game.id, rows.Seat.number)
        .join(rows.Seat, col(rows.Seat.game_id) == col(rows.Game.id))
        .where(rows.Seat.player_id == player.id, col(rows.Seat.left_at).is_(None))
        .where(rows.Game.state == "running", col(rows.Game.pace).is_not(None))
        .order_by(col(rows.Game.id))
    )
    for game_id, number in visit.session.exec(mine).all():
        game = lock_game(visit.session, game_id)
        assert game is not None  # games stay
        yield game, number


def _stop(visit: Visit, player: rows.Player, game: rows.Game, seat: int) -> bool:
    if not stop_clock(visit, game, BOUNCE, seat):
        return False
    for reader in visit.games.audience(game):
        if reader.player is not player:
            notify(
                visit,
                reader.player,
                f"bounced {game.id} {game.entries} {reader.player.handle}",
                phrase(
                    "Mail to {who} comes back. In {game} the clock of {who} stands still until they are\n"
                    "heard of, for {days} days at most.",
                    who=player.handle,
                    game=game.id,
                    days=PATIENCE // DAY,
                ),
                remark=word("the clock"),
                game=game.id,
                facts=clock_facts(visit, game, reader.player),
            )
    return True


def with_welcome(visit: Visit, deeds: list[Deed]) -> list[Deed]:
    """If the mail in hand is surely by somebody whose clocks stand because mail to them came back, they run
    again before anything else is done."""
    player, proved = visit.sender.player, visit.sender.authority in (BY_SEAL, BY_CODE)
    if not deeds or not proved or player is None or player.bounced_at is None:
        return deeds
    return [Deed(partial(_resume, visit, player)), *deeds]


def bounced_due(session: Session, _ring: Keyring) -> Iterator[tuple[int, str]]:
    """The times at which games have waited long enough for those whose mail comes back."""
    waiting = select(rows.Player.bounced_at, rows.Player.handle).where(
        col(rows.Player.bounced_at).is_not(None)
    )
    for bounced_at, handle in session.exec(waiting):
        yield (bounced_at or 0) + PATIENCE, handle


def give_up_waiting(visit: Visit, handle: str) -> None:
    """The clocks of somebody run again, though mail to them came back."""
    player = visit.session.exec(select(rows.Player).where(rows.Player.handle == handle)).one()
    _resume(visit, player)


def _resume(visit: Visit, player: rows.Player) -> None:
    player.bounced_at = None
    for game, seat in _seats(visit, player):
        resume_clock(visit, game, BOUNCE, seat)

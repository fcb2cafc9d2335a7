"""The stops of a game's clock, written into its log: the server could not fetch or send, a player's mail
comes back, or the host has paused the game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from sqlmodel import Session, col, select

from engine.clock.facts import OUTAGE, PAUSE
from engine.phrase import Phrase
from engine.record.keyring.keyring import Keyring
from engine.tongue import phrase, word
from server.clocks.alarms import clock_of, set_alarms
from server.ledger import models as rows
from server.ledger.queues import lock_game
from server.outgoing.answers import notify
from server.visit.visit import Visit

AT_ONCE: Final = 50
"""So many games are told of an outage in one transaction."""


def stop_clock(visit: Visit, game: rows.Game, why: str, seat: int | None = None, reason: str = "") -> bool:
    """The clock stands from now on; false if there is none, or it stands for this reason already."""
    clock = clock_of(visit, game)
    if clock is None or (why, seat) in clock.stops:
        return False
    _note(visit, game, "stop", max(visit.now, clock.at), _facts(why, seat, reason))
    return True


def resume_clock(visit: Visit, game: rows.Game, why: str, seat: int | None = None, reason: str = "") -> bool:
    """This reason for standing still is gone; false if it was none."""
    clock = clock_of(visit, game)
    if clock is None or (why, seat) not in clock.stops:
        return False
    _note(visit, game, "resume", max(visit.now, clock.at), _facts(why, seat, reason))
    return True


def _facts(why: str, seat: int | None, reason: str) -> dict[str, Any]:
    whose = {} if seat is None else {"seat": seat}
    return {"why": why, **whose, **({"reason": reason} if reason else {})}


def _note(visit: Visit, game: rows.Game, about: str, at: int, facts: dict[str, Any]) -> None:
    visit.games.write(game, visit.games.book(game).note(about, at, **facts))
    set_alarms(visit, game)


# Outages


def outages_due(session: Session, _ring: Keyring) -> Iterator[tuple[int, str]]:
    """The beginnings and ends of outages that not all logs tell of yet."""
    for outage in session.exec(select(rows.Outage).where(col(rows.Outage.over).is_(False))):
        if not outage.begun:
            yield outage.begins, str(outage.id)
        elif outage.ends is not None:
            yield outage.ends, str(outage.id)


def note_outage(visit: Visit, number: str) -> None:
    """Some of the games are told that an outage has begun or ended; with the last of them that is done."""
    outage = visit.session.get_one(rows.Outage, int(number))
    begins, others = not outage.begun, _others_last(visit.session, outage)
    told = [] if others and not begins else _games(visit.session, in_outage=not begins)
    for game_id in told:
        game = lock_game(visit.session, game_id)
        assert game is not None  # games stay
        (stop_clock if begins else resume_clock)(visit, game, OUTAGE)
        game.in_outage = begins
    if len(told) < AT_ONCE:
        outage.begun, outage.over = True, not begins


def _others_last(session: Session, outage: rows.Outage) -> bool:
    """Whether another outage has begun and lasts."""
    last = select(rows.Outage.id).where(
        col(rows.Outage.begun).is_(True), col(rows.Outage.over).is_(False), rows.Outage.id != outage.id
    )
    return session.exec(last).first() is not None


def _games(session: Session, *, in_outage: bool) -> list[str]:
    """Games with clocks that stand because of an outage, or do not."""
    running = select(rows.Game.id).where(
        rows.Game.state == "running",
        col(rows.Game.pace).is_not(None),
        col(rows.Game.in_outage).is_(in_outage),
    )
    return list(session.exec(running.order_by(col(rows.Game.id)).limit(AT_ONCE)).all())


def stop_if_out(visit: Visit, game: rows.Game) -> None:
    """A game gets its clock while mail can't be fetched or sent."""
    lasts = select(rows.Outage.id).where(col(rows.Outage.begun).is_(True), col(rows.Outage.over).is_(False))
    if visit.session.exec(lasts).first() is not None:
        game.in_outage = stop_clock(visit, game, OUTAGE)


# The host's word


def host_acts_due(session: Session, _ring: Keyring) -> Iterator[tuple[int, str]]:
    """The acts that the host has asked for and that are not done yet, each with its time and its game."""
    waiting = select(rows.HostAct.at, rows.HostAct.id).where(col(rows.HostAct.done).is_(False))
    for at, number in session.exec(waiting):
        yield at, str(number)


def do_host_act(visit: Visit, number: str) -> None:
    """Pause a game or let it go on, and tell everyone in it why."""
    act = visit.session.get_one(rows.HostAct, int(number))
    act.done = True
    game = lock_game(visit.session, act.game_id)
    assert game is not None  # games stay
    change, told = (stop_clock, _PAUSED) if act.act == "pause" else (resume_clock, _RESUMED)
    if not change(visit, game, PAUSE, reason=act.reason):
        return
    for reader in visit.games.audience(game):
        notify(
            visit,
            reader.player,
            f"{act.act} {game.id} {game.entries} {reader.player.handle}",
            _said(told, game, act.reason),
            remark=word("the clock"),
            game=game.id,
        )


_PAUSED: Final = word("The host has paused the game {game}: its clock stands still.")
_RESUMED: Final = word("The host lets the game {game} go on: its clock runs again.")


def _said(told: Phrase, game: rows.Game, reason: str) -> Phrase:
    said = phrase(told, game=game.id)
    return phrase("{said}\n\nThe reason: {reason}", said=said, reason=reason) if reason else said

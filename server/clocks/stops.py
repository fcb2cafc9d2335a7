"""The stops of a game's clock, written into its log: the server could not fetch or send, a player's mail
comes back, or the host has paused the game."""

from __future__ import annotations

from typing import Any, Final

from sqlmodel import Session, col, select

from engine.clock.facts import OUTAGE, PAUSE
from engine.phrase import Phrase
from engine.tongue import phrase, word
from server.clocks.alarms import clock_facts, clock_of, set_alarms
from server.ledger import models as rows
from server.ledger.queues import lock_game
from server.ledger.queues.outages import OUT, WELL
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


def note_outage(visit: Visit, memo: rows.Memo) -> bool:
    """Some of the games are told that an outage has begun or ended: whether these were the last."""
    begins = memo.act == OUT
    told = [] if not begins and lasting_outages(visit.session, memo) else _games(visit, in_outage=not begins)
    for game_id in told:
        game = lock_game(visit.session, game_id)
        assert game is not None  # games stay
        (stop_clock if begins else resume_clock)(visit, game, OUTAGE)
        game.in_outage = begins
    return len(told) < AT_ONCE


def lasting_outages(session: Session, ending: rows.Memo | None = None) -> set[str]:
    """Fetching, sending: those of them that can't be done now, but for the one that this memo ends."""
    told = select(rows.Memo).where(col(rows.Memo.act).in_((OUT, WELL)), col(rows.Memo.done).is_(True))
    last = {memo.about: memo.act for memo in session.exec(told.order_by(col(rows.Memo.at)))}
    return {what for what, act in last.items() if act == OUT and (ending is None or what != ending.about)}


def _games(visit: Visit, *, in_outage: bool) -> list[str]:
    """Games with clocks that stand because of an outage, or do not."""
    running = select(rows.Game.id).where(
        rows.Game.state == "running",
        col(rows.Game.pace).is_not(None),
        col(rows.Game.in_outage).is_(in_outage),
    )
    return list(visit.session.exec(running.order_by(col(rows.Game.id)).limit(AT_ONCE)).all())


def stop_if_out(visit: Visit, game: rows.Game) -> None:
    """A game gets its clock while mail can't be fetched or sent."""
    if lasting_outages(visit.session):
        game.in_outage = stop_clock(visit, game, OUTAGE)


# The host's word


def pause_or_resume(visit: Visit, game: rows.Game, act: str, reason: str) -> None:
    """Pause a game or let it go on, and tell everyone in it why."""
    change, told = (stop_clock, _PAUSED) if act == "pause" else (resume_clock, _RESUMED)
    if not change(visit, game, PAUSE, reason=reason):
        return
    for reader in visit.games.audience(game):
        notify(
            visit,
            reader.player,
            f"{act} {game.id} {game.entries} {reader.player.handle}",
            _said(told, game, reason),
            remark=word("the clock"),
            game=game.id,
            facts=clock_facts(visit, game, reader.player),
        )


_PAUSED: Final = word("The host has paused the game {game}: its clock stands still.")
_RESUMED: Final = word("The host lets the game {game} go on: its clock runs again.")


def _said(told: Phrase, game: rows.Game, reason: str) -> Phrase:
    said = phrase(told, game=game.id)
    return phrase("{said}\n\nThe reason: {reason}", said=said, reason=reason) if reason else said

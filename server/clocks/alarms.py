"""The clock of a game in the server's hand: what its log has to know of zones, and when something falls due.

The log is the truth, and a book's `time` what follows from it. Beside it the ledger keeps two moments of each
game, so that the next of all games is found without reading them: when the time of whoever is on turn is up,
or a move that is held is played; and when they are reminded. They are set whenever an entry may have changed
them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any, Final

from sqlalchemy import Executable
from sqlmodel import Session, col, select

from engine.clock.dial import read_dial
from engine.clock.notation import NONE, parse, parse_full
from engine.clock.offsets import Offsets, offsets_of
from engine.clock.reading import UP, coming, time_up
from engine.clock.state import Clock
from engine.clock.terms import DAY, Terms
from engine.wire.clocks import GameClock
from engine.wire.facts import NO_FACTS, Facts
from server.ledger import models as rows
from server.ledger.statements import run
from server.visit.visit import Visit

AT_A_TIME: Final = 50
"""So many of those that fall due first are looked at."""
ZONES_KNOWN: Final = 5 * 366 * DAY
"""The time ahead for which a log tells the changes of a zone's clocks."""


@cache
def _in_order(alarm: str, state: str) -> Executable:
    at = col(getattr(rows.Game, alarm))
    due = select(at, rows.Game.id).where(at.is_not(None))
    if state:
        due = due.where(rows.Game.state == state)
    return due.order_by(at, col(rows.Game.id)).limit(AT_A_TIME)


def games_due(session: Session, alarm: str, state: str = "") -> Iterator[tuple[int, str]]:
    """The games in a state whose alarm of this name comes first, each with the moment.

    It is asked for with every mail, so the statement is made once.
    """
    return ((at, game_id) for at, game_id in run(session, _in_order(alarm, state), {}))


def pace_of(options: dict[str, Any]) -> str | None:
    """The pace of a game as its row keeps it."""
    pace = str(options.get("pace", NONE))
    return None if pace == NONE else pace


def terms_of(game: rows.Game) -> Terms | None:
    """The terms of time agreed in a game."""
    return parse_full(game.pace) if game.pace else None


def default_terms(visit: Visit) -> Terms | None:
    """The terms of time of a game for which nobody names any."""
    return parse(visit.settings.pace)


# What the log has to know


def tell_zones(visit: Visit, game: rows.Game) -> None:
    """Write into a game that is about to begin how its players' clocks go, if days off depend on that."""
    terms = terms_of(game)
    if terms is None or not has_days_off(terms):
        return
    if terms.zone:
        _note_zone(visit, game, terms.zone, None)
        return
    for seat in visit.games.seats(game):
        player = visit.players.on(seat)
        if player is not None and player.zone != "UTC":
            _note_zone(visit, game, player.zone, seat.number)


def tell_zone_of(visit: Visit, game: rows.Game, seat: rows.Seat, zone: str) -> None:
    """Somebody in a running game lives elsewhere from now on."""
    terms = terms_of(game)
    if terms is not None and has_days_off(terms) and not terms.zone:
        _note_zone(visit, game, zone, seat.number)


def has_days_off(terms: Terms) -> bool:
    return bool(terms.weekdays or terms.dates)


def _note_zone(visit: Visit, game: rows.Game, zone: str, seat: int | None) -> None:
    whose = {} if seat is None else {"seat": seat}
    offsets = [list(pair) for pair in _offsets(zone, visit.now - visit.now % DAY)]
    visit.games.write(game, visit.games.book(game).note("zone", visit.now, offsets=offsets, **whose))


@lru_cache(maxsize=256)
def _offsets(zone: str, day: int) -> Offsets:
    return offsets_of(zone, day, day + ZONES_KNOWN)


# When something falls due


def clock_of(visit: Visit, game: rows.Game) -> Clock | None:
    """The clock of a running game, if it has one."""
    return visit.games.book(game).time.clock if game.state == "running" else None


def clock_facts(visit: Visit, game: rows.Game, reader: rows.Player) -> Facts:
    """The facts of a game's clock, for a reader who has a client."""
    clock = clock_of(visit, game) if game.pace and reader.seed is None else None
    dial = read_dial(clock, visit.now) if clock is not None else None
    if dial is None:
        return NO_FACTS
    return Facts(clocks=(GameClock(game.id, len(visit.games.book(game).log.entries), dial),))


def set_alarms(visit: Visit, game: rows.Game) -> None:
    """Keep beside the log when something falls due in a game by itself."""
    clock = clock_of(visit, game)
    up = time_up(clock) if clock is not None else None
    held = visit.games.book(game).undoing.held if game.state == "running" else None
    moments = [*([held.until] if held else []), *([up.at] if up else [])]
    game.due_at = min(moments, default=None)
    game.remind_at = None if clock is None else _next_reminder(visit, game, clock)


def _next_reminder(visit: Visit, game: rows.Game, clock: Clock) -> int | None:
    """The time at which whoever is on turn is reminded: at most one mail a day, for all games together."""
    seat = next((seat for seat in visit.games.seats(game) if seat.number == clock.waits_for), None)
    player = visit.players.on(seat) if seat is not None else None
    if player is None:
        return None
    begun = clock.turn.began if clock.turn is not None else 0
    last = max(begun, player.reminded_at)
    moments = [due.at for due in coming(clock) if due.what != UP and due.at > last]
    if not moments:
        return None
    return max(min(moments), player.reminded_at + DAY)

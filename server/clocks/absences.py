"""Absences: days on which a player is away. Their clocks stand still in all games, and the others see it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Final

from sqlmodel import col, select

from engine.clock.absence import Absence, Allowance, check_absence
from engine.clock.days import date_at
from server.clocks.alarms import clock_facts, clock_of, set_alarms
from server.ledger import models as rows
from server.visit.refusal import BadCommand
from server.visit.visit import Visit

MOST_AHEAD: Final = 12
"""So many absences that are not over can one player have told."""


def announce(visit: Visit, absence: Absence) -> int:
    """The player whose visit it is will be away: in how many games a clock stands still for it."""
    player, known = visit.sender.registered(), list(_told(visit, visit.sender.registered()))
    allowed = Allowance(visit.settings.away_days, visit.settings.away_notice)
    check_absence(absence, [_read(row) for row in known], allowed, visit.now, player.zone)
    if sum(row.ends > visit.now for row in known) >= MOST_AHEAD:
        raise BadCommand(
            "away/too-many", "you have told {n} absences already: `back` takes them back", n=MOST_AHEAD
        )
    span = absence.span(player.zone)
    row = rows.Absence(
        player_id=player.id,
        first=absence.first.isoformat(),
        last=absence.last.isoformat(),
        begins=span.begins,
        ends=span.ends,
    )
    visit.session.add(row)
    games = list(_clocked_games(visit))
    for game, seat in games:
        _note_absence(visit, game, seat, row)
        set_alarms(visit, game)
        visit.reply.tell(clock_facts(visit, game, player))
    return len(games)


def come_back(visit: Visit) -> str:
    """The player is there again: `back` if they were away, `stay` if they only meant to be, else nothing."""
    player = visit.sender.registered()
    ahead = [row for row in _told(visit, player) if row.ends > visit.now]
    away = [row for row in ahead if row.begins <= visit.now]
    about = "back" if away else "stay"
    for row in away:
        row.last, row.ends = date_at(visit.now, player.zone).isoformat(), visit.now
    for row in ahead if not away else ():
        visit.session.delete(row)
    for game, seat in _clocked_games(visit) if ahead else ():
        book = visit.games.book(game)
        visit.games.write(game, book.note(about, max(visit.now, book.log.entries[-1].at), seat=seat.number))
        set_alarms(visit, game)
        visit.reply.tell(clock_facts(visit, game, player))
    return about if ahead else ""


def tell_absences(visit: Visit, game: rows.Game) -> None:
    """Write into a game that has just got its clock who will be away."""
    for seat in visit.games.seats(game):
        tell_absences_of(visit, game, seat)


def tell_absences_of(visit: Visit, game: rows.Game, seat: rows.Seat) -> None:
    """Write into a game with a clock when somebody who has just got a seat will be away."""
    player = visit.players.on(seat) if clock_of(visit, game) is not None else None
    for row in _told(visit, player) if player is not None else ():
        if row.ends > visit.now:
            _note_absence(visit, game, seat, row)


def _told(visit: Visit, player: rows.Player) -> Iterator[rows.Absence]:
    mine = select(rows.Absence).where(rows.Absence.player_id == player.id)
    yield from visit.session.exec(mine.order_by(col(rows.Absence.id))).all()


def _read(row: rows.Absence) -> Absence:
    return Absence(date.fromisoformat(row.first), date.fromisoformat(row.last))


def _clocked_games(visit: Visit) -> Iterator[tuple[rows.Game, rows.Seat]]:
    """The player's running games that have a clock, with their seats."""
    running, _ = visit.games.lock_of(visit.sender.registered())
    for game in running:
        if clock_of(visit, game) is not None:
            yield game, visit.seat_of(game)


def _note_absence(visit: Visit, game: rows.Game, seat: rows.Seat, row: rows.Absence) -> None:
    book = visit.games.book(game)
    facts = {"seat": seat.number, "from": row.begins, "to": row.ends, "first": row.first, "last": row.last}
    visit.games.write(game, book.note("away", max(visit.now, book.log.entries[-1].at), **facts))

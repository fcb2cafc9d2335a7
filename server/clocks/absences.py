"""Absences: days on which a player is away. Their clocks stand still in all games, and the others see it.

Whoever waits for the player just now is told at once, in one mail for all games; the others read it in the
next mail of the game, and in `status`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from functools import reduce
from typing import Final

from sqlmodel import col, select

from engine.clock.absence import Absence, Allowance, check_absence
from engine.clock.days import date_at
from engine.tongue import phrase, word
from engine.wire.facts import Facts
from server.clocks.alarms import clock_facts, clock_of, set_alarms
from server.ledger import models as rows
from server.outgoing.answers import ask_player
from server.visit.preferences import NONE
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
    running, _ = visit.games.lock_of(player)
    clocked = list(_with_clocks(visit, running))
    for game, seat in clocked:
        visit.games.check_room(game, seat.number)
        _note_absence(visit, game, seat, row)
        set_alarms(visit, game)
        visit.reply.tell(clock_facts(visit, game, player))
    _tell_who_waits(visit, row, running)
    return len(clocked)


def _tell_who_waits(visit: Visit, row: rows.Absence, running: Sequence[rows.Game]) -> None:
    """Tell everyone who waits for the player's move in some game: one mail each."""
    player = visit.sender.registered()
    waiting: dict[str, tuple[rows.Player, list[rows.Game]]] = {}
    for game in running:
        readers = visit.games.audience(game) if visit.seat_of(game).number == game.turn_seat else []
        for reader in readers:
            if reader.player is not player and reader.player.mails != NONE:
                waiting.setdefault(reader.player.handle, (reader.player, []))[1].append(game)
    for handle, (other, games) in waiting.items():
        ask_player(
            visit,
            other,
            f"away {player.handle} {row.first} {row.last} {visit.name} {handle}",
            phrase(
                "{who} is away from {first} to {last}.\n\n"
                "It's {who}'s turn in: {games}.\n"
                "Where there is a clock, it stands still on these days.",
                who=player.handle,
                first=row.first,
                last=row.last,
                games=", ".join(game.id for game in games),
            ),
            remark=word("away"),
            game=games[0].id if len(games) == 1 else "",
            facts=reduce(Facts.joined, (clock_facts(visit, game, other) for game in games)),
        )


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
    running, _ = visit.games.lock_of(player) if ahead else ([], [])
    for game, seat in _with_clocks(visit, running):
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


def _with_clocks(visit: Visit, games: Sequence[rows.Game]) -> Iterator[tuple[rows.Game, rows.Seat]]:
    """Those of the player's running games that have a clock, with their seats."""
    for game in games:
        if clock_of(visit, game) is not None:
            yield game, visit.seat_of(game)


def _note_absence(visit: Visit, game: rows.Game, seat: rows.Seat, row: rows.Absence) -> None:
    book = visit.games.book(game)
    facts = {"seat": seat.number, "from": row.begins, "to": row.ends, "first": row.first, "last": row.last}
    visit.games.write(game, book.note("away", max(visit.now, book.log.entries[-1].at), **facts))

"""Reminders: one mail a day at most, of all games that wait for somebody, the most urgent first.

Each game in it has what is needed to move at once by a reply. A nudge is the same mail, asked for by somebody
who waits, once a turn.
"""

from __future__ import annotations

from collections.abc import Iterator

from sqlmodel import Session

from engine.clock.dial import read_dial
from engine.clock.spans import FOREVER
from engine.record.keyring.keyring import Keyring
from engine.show.deadline import Reader, deadline_in_short
from engine.tongue import Phrase, phrase, word
from server.clocks.alarms import clock_of, games_due, set_alarms
from server.ledger import models as rows
from server.ledger.queues import lock_game
from server.outgoing.digest import write_games
from server.visit.draft import NOW
from server.visit.preferences import NONE, manner_of
from server.visit.visit import Visit

REMINDER = word("reminder")


def reminders_due(session: Session, _ring: Keyring) -> Iterator[tuple[int, str]]:
    """The games of whose players one is to be reminded first."""
    return games_due(session, "remind_at", "running")


def remind(visit: Visit, game_id: str) -> None:
    """Whoever is on turn in a game is to be reminded: of all the games that wait for them."""
    game = lock_game(visit.session, game_id)
    assert game is not None  # games stay
    player = on_turn(visit, game)
    if player is None:
        set_alarms(visit, game)
        return
    player.reminded_at = visit.now
    waiting = waiting_games(visit, player)
    for other in waiting:
        set_alarms(visit, other)
    if player.mails != NONE:
        write_reminder(
            visit,
            player,
            waiting,
            _lead(visit, waiting),
            f"reminder {player.handle} {visit.now}",
        )


def _lead(visit: Visit, waiting: list[rows.Game]) -> Phrase:
    """The sentence above the games: after a deadline that changed nothing no clock runs any more."""
    clocks = [clock_of(visit, game) for game in waiting]
    if any(clock is not None and clock.turn is not None and not clock.turn.ran_out for clock in clocks):
        return phrase("A reminder: the clock runs, and it is your turn.")
    return phrase("A reminder: your time was up, and the others wait for your move.")


def on_turn(visit: Visit, game: rows.Game) -> rows.Player | None:
    """The player on turn, if that is a person."""
    seats = visit.games.seats(game) if game.state == "running" else []
    return next((visit.players.on(seat) for seat in seats if seat.number == game.turn_seat), None)


def waiting_games(visit: Visit, player: rows.Player) -> list[rows.Game]:
    """The games that wait for somebody, the most urgent first."""
    games = visit.games.to_move_in(player)
    return sorted(games, key=lambda game: (FOREVER if game.due_at is None else game.due_at, game.id))


def write_reminder(
    visit: Visit, player: rows.Player, games: list[rows.Game], lead: Phrase, name: str
) -> bool:
    """One mail with all these games; false if there is nobody or nothing to write."""
    address, manner = visit.players.main_address(player), manner_of(player)
    seats = [(game, game.turn_seat) for game in games if game.turn_seat is not None]
    written = write_games(visit, player, seats, manner.tongue.phrase(lead))
    if address is None or not written.parts:
        return False
    clock = clock_of(visit, games[0])
    dial = read_dial(clock, visit.now) if clock is not None else None
    until = deadline_in_short(dial, visit.now, Reader(manner.tongue, player.zone))
    remark = ", ".join([manner.tongue.say(REMINDER), *([until] if until else [])])
    visit.drafts.append(written.draft(name, address, remark, NOW))
    return True

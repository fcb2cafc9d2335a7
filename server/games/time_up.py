"""The end of somebody's time, or of a move's window: what was agreed happens, at the deadline itself,
whenever it is found out.

As a rule a house bot makes the move, and only this one. After so many turns missed in a row the seat is
opened to others, and a bot plays on it until somebody takes it. Or the game waits.
"""

from __future__ import annotations

from collections.abc import Iterator

from sqlmodel import Session

from engine.clock.reading import OPEN, time_up, what_then
from engine.clock.terms import SUBSTITUTE, WAIT
from engine.record.keyring.keyring import Keyring
from engine.record.letters.kinds.move import By
from server.clocks.alarms import clock_of, games_due, set_alarms
from server.games.handing_over import open_seat, step_in
from server.games.moves import go_on
from server.games.substitutes import Substitute, play_for
from server.ledger import models as rows
from server.ledger.queues import lock_game
from server.names.house_bots import HOUSE_BOT
from server.outgoing.turn_mails import tell_everyone
from server.visit.preferences import wants
from server.visit.visit import Visit


def deadlines_due(session: Session, _ring: Keyring) -> Iterator[tuple[int, str]]:
    """The games in which somebody's time is up first, or the time to take a move back."""
    return games_due(session, "due_at", "running")


def run_out(visit: Visit, game_id: str) -> None:
    """Somebody's time is up, or a move has waited long enough."""
    visit.keys.lock()
    game = lock_game(visit.session, game_id)
    assert game is not None  # games stay
    if visit.games.book(game).undoing.held is not None and game.state == "running":
        _play_held(visit, game)
        return
    clock = clock_of(visit, game)
    up = None if clock is None else time_up(clock)
    if clock is None or up is None or up.at > visit.now:
        set_alarms(visit, game)
        return
    then = what_then(clock)
    by = _note(visit, game, up.at, up.seat)
    if then == SUBSTITUTE and step_in(visit, game, up.seat):
        return
    if then == WAIT:
        _note_told(visit, game, up.seat)
        set_alarms(visit, game)
        tell_everyone(visit, game)
        return
    if then == OPEN:
        open_seat(visit, game, up.seat)
    else:
        _play(visit, game, by)
    go_on(visit, game)


def _play_held(visit: Visit, game: rows.Game) -> None:
    """The window is over in which a move could be taken back."""
    book = visit.games.book(game)
    held = book.undoing.held
    if held is None or held.until > visit.now:
        set_alarms(visit, game)
        return
    entry, _ = book.release(visit.now)
    visit.games.write(game, entry)
    go_on(visit, game)


def _note_told(visit: Visit, game: rows.Game, seat: int) -> None:
    """Whoever is on turn hears at once that their time was up: no reminder says it on the same day."""
    player = next((visit.players.on(one) for one in visit.games.seats(game) if one.number == seat), None)
    if player is not None and wants(player, turn=True, over=False):
        player.reminded_at = visit.now


def _note(visit: Visit, game: rows.Game, deadline: int, seat: int) -> By:
    """Write that the time is up, with the deadline as the entry's own time."""
    book = visit.games.book(game)
    entry = book.note("clock", deadline, seat=seat, ply=book.game.ply)
    visit.games.write(game, entry)
    return By("clock", entry.leaf.hex())


def _play(visit: Visit, game: rows.Game, by: By) -> None:
    """A house bot makes the move, and ends what it began: what to keep of a draw."""
    play_for(visit, game, Substitute(HOUSE_BOT, by))
    while (clock := clock_of(visit, game)) is not None and clock.turn is not None and clock.turn.at_once:
        again = _note(visit, game, visit.now, clock.turn.seat)
        play_for(visit, game, Substitute(HOUSE_BOT, again))

"""Partings from a running game: one resigns, or the host ends it."""

from __future__ import annotations

from engine.record.game.noting import CLOSED
from server.games.lifecycle import finish_game, options_of, summarise
from server.games.playing_on import play_on
from server.games.plies import check_running
from server.ledger import models as rows
from server.outgoing.turn_mails import tell_everyone
from server.visit.visit import Visit


def resign(visit: Visit, game: rows.Game, seat: rows.Seat) -> None:
    """Note that a seat's player has left, and play on for it. If nobody wants to go on, the game ends."""
    book = visit.games.book(game)
    how = options_of(game)["resigned"]
    visit.games.write(game, book.note("substitute", visit.now, seat=seat.number, how=how))
    seat.left_at = visit.now
    visit.session.flush()
    if not any(other.player_id is not None for other in visit.games.seats(game)):
        finish_game(visit, game, abandoned=True)
    else:
        play_on(visit, game)
        if book.game.over:
            finish_game(visit, game)
        else:
            summarise(visit, game)
    if book.votes.motions():
        game.vote_due = visit.now  # those who are left may all have agreed
    tell_everyone(visit, game)


def close_game(visit: Visit, game: rows.Game, reason: str) -> None:
    """The host ends a game without a winner. The reason stands in its log, and everyone is told."""
    check_running(game)
    visit.games.write(game, visit.games.book(game).note(CLOSED, visit.now, reason=reason))
    finish_game(visit, game, abandoned=True)
    tell_everyone(visit, game)

"""Going on after a move: all that nobody has to send is played at once, until somebody is asked."""

from __future__ import annotations

from engine.record.game.authority import FORCED
from engine.record.game.changes.forced import forced_move
from engine.record.letters.kinds.move import By
from engine.rules import view
from server.games.plies import log_untyped
from server.games.standing import play_by_order
from server.games.substitutes import play_for, substitutes
from server.ledger import models as rows
from server.visit.visit import Visit


def play_on(visit: Visit, game: rows.Game) -> None:
    """Make the moves of seats that nobody plays on, those by standing orders, and those that are the only
    ones, while there are any; none while a move is held."""
    book = visit.games.book(game)
    seats = substitutes(visit, game)
    while not book.game.over and book.undoing.held is None:
        if book.game.turn in seats:
            play_for(visit, game, seats[book.game.turn])
        elif not play_by_order(visit, game) and not _play_forced(visit, game):
            return


def _play_forced(visit: Visit, game: rows.Game) -> bool:
    """Make the only move of a player who lets such moves be made at once; false if it is not like that."""
    book = visit.games.book(game)
    move = forced_move(view(book.game, book.game.turn))
    if move is None:
        return False
    seat = next((seat for seat in visit.games.seats(game) if seat.number == book.game.turn), None)
    player = visit.players.on(seat) if seat is not None else None
    if player is None or not player.forced:
        return False
    last = next(entry for entry in reversed(book.log.entries) if entry.kind in ("ply", "start"))
    log_untyped(visit, game, move, By(FORCED, last.leaf.hex()))
    return True

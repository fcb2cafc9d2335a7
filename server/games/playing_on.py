"""Going on after a move: all that nobody has to send is played at once, until somebody is asked."""

from __future__ import annotations

from server.games.standing import play_by_order
from server.games.substitutes import play_for, substitutes
from server.ledger import models as rows
from server.visit.visit import Visit


def play_on(visit: Visit, game: rows.Game) -> None:
    """Make the moves of seats that nobody plays on, and those by standing orders, while there are any."""
    book = visit.games.book(game)
    seats = substitutes(visit, game)
    while not book.game.over:
        if book.game.turn in seats:
            play_for(visit, game, seats[book.game.turn])
        elif not play_by_order(visit, game):
            return

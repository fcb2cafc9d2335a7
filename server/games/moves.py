"""Taking a move: checked, held or logged, answered by empty seats where it is their turn, and told."""

from __future__ import annotations

from engine.record.letters.post import Opened
from server.games.lifecycle import finish_game, summarise
from server.games.playing_on import play_on
from server.games.plies import log_ply, take_typed
from server.games.undoing import hold_move
from server.ledger import models as rows
from server.outgoing.turn_mails import tell_everyone
from server.visit.visit import Visit


def take_move(visit: Visit, game: rows.Game, move: Opened, sent: str) -> None:
    """A sealed move. Refused ones change nothing, and neither do those that were taken before."""
    if take_typed(visit, game, move, sent) and not hold_move(visit, game, move):
        log_ply(visit, game, move)
        go_on(visit, game)


def go_on(visit: Visit, game: rows.Game) -> None:
    """Play what nobody has to send, end the game if it is over, and tell everyone what happened."""
    play_on(visit, game)
    if visit.games.book(game).game.over:
        finish_game(visit, game)
    else:
        summarise(visit, game)
    tell_everyone(visit, game)

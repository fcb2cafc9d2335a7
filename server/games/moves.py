"""Taking a move: checked, logged, answered by empty seats where it is their turn, told to everyone."""

from __future__ import annotations

from engine.record.letters.post import Opened
from server.games.lifecycle import go_on_or_finish
from server.games.plies import log_ply
from server.ledger import models as rows
from server.visit.visit import Visit


def take_move(visit: Visit, game: rows.Game, move: Opened, sent: str) -> None:
    """A sealed move. Refused ones change nothing, and neither do those that were taken before."""
    if not log_ply(visit, game, move, sent):
        return
    go_on_or_finish(visit, game)

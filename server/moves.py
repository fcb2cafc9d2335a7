"""Taking a move: checked, logged, answered by empty seats where it is their turn, told to everyone."""

from __future__ import annotations

from typing import Final

from engine.tongue import word
from server.command import BadCommand
from server.games import finish_game, summarise
from server.ledger import models as rows
from server.news import tell_everyone
from server.plies import log_ply
from server.substitute import play_substitutes
from server.visit import Visit

_STATES: Final = {
    "open": word("it still waits for players"),
    "over": word("it is over"),
    "abandoned": word("it was given up"),
}


def take_move(visit: Visit, game: rows.Game, raw: bytes) -> None:
    """A sealed move. Refused ones change nothing."""
    check_running(game)
    log_ply(visit, game, raw)
    play_substitutes(visit, game)
    if visit.book(game).game.over:
        finish_game(visit, game)
    else:
        summarise(visit, game)
    tell_everyone(visit, game)


def check_running(game: rows.Game) -> None:
    """Refuse what can be done only while a game is under way."""
    if game.state != "running":
        raise BadCommand(
            "game/not-running",
            "the game {game} is not under way: {state}",
            game=game.id,
            state=_STATES[game.state],
        )

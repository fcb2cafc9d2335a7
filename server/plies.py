"""Writing a ply into a game's log, whoever made the move."""

from __future__ import annotations

from typing import Final

from engine.record.seal import open_seal
from engine.tongue import word
from server.command import BadCommand
from server.ledger import models as rows
from server.ledger.queues import take_letter
from server.visit import Visit

_STATES: Final = {
    "open": word("it still waits for players"),
    "over": word("it is over"),
    "abandoned": word("it was given up"),
}


def log_ply(visit: Visit, game: rows.Game, raw: bytes) -> bool:
    """Check a sealed move, play it and log it. A letter counts once: False if this one was taken before."""
    if not take_letter(visit.session, open_seal(raw).letter_id, visit.now, game.id, game.entries):
        return False
    check_running(game)
    entry, _ = visit.book(game).take_move(raw, visit.now)
    visit.write(game, entry)
    return True


def check_running(game: rows.Game) -> None:
    """Refuse what can be done only while a game is under way."""
    if game.state != "running":
        raise BadCommand(
            "game/not-running",
            "the game {game} is not under way: {state}",
            game=game.id,
            state=_STATES[game.state],
        )

"""Writing a ply into a game's log, whoever made the move."""

from __future__ import annotations

from engine.errors import BadLetter
from engine.record.seal import open_seal
from server.ledger import models as rows
from server.ledger.queues import take_letter
from server.visit import Visit


def log_ply(visit: Visit, game: rows.Game, raw: bytes) -> None:
    """Check a sealed move, play it and log it. Every letter counts once: the database sees to it."""
    entry, _ = visit.book(game).take_move(raw, visit.now)
    if not take_letter(visit.session, open_seal(raw).letter_id, visit.now, game.id, entry.seq):
        raise BadLetter("move/known", "this move was taken before")
    visit.write(game, entry)

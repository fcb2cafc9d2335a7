"""Taking a move: checked, logged, answered by empty seats where it is their turn, told to everyone."""

from __future__ import annotations

from server.command import BadCommand
from server.games import finish_game, note_taken, summarise
from server.ledger import models as rows
from server.news import tell_everyone
from server.substitute import play_substitutes
from server.visit import Visit


def take_move(visit: Visit, game: rows.Game, raw: bytes) -> None:
    """A sealed move. Refused ones change nothing."""
    if game.state != "running":
        raise BadCommand("game/not-running", "the game {game} is {state}", game=game.id, state=game.state)
    book = visit.book(game)
    entry, _ = book.take_move(raw, visit.now)
    note_taken(visit, game, entry, raw)
    visit.write(game, entry)
    if book.game.over:
        finish_game(visit, game)
        summarise(visit, game)
    else:
        play_substitutes(visit, game)
    tell_everyone(visit, game)

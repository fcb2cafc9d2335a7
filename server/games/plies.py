"""Writing a ply into a game's log, whoever made the move."""

from __future__ import annotations

from typing import Final

from engine.record.letters.kinds.move import By, Move
from engine.record.letters.post import Opened, write_letter
from engine.rules import Action
from engine.rules.notation import shorten
from engine.tongue import word
from server.ledger import models as rows
from server.ledger.queues import take_letter
from server.outgoing.history import names_in
from server.visit.refusal import BadCommand
from server.visit.visit import Visit

_STATES: Final = {
    "open": word("it still waits for players"),
    "over": word("it is over"),
    "abandoned": word("it was abandoned"),
}


def take_typed(visit: Visit, game: rows.Game, move: Opened, sent: str) -> bool:
    """Accept the letter of a move that the player whose visit it is wrote like this. A letter counts once:
    false, if before."""
    if not take_letter(visit.session, move.sealed.letter_id, visit.now, game.id, game.entries):
        return False
    check_turn(visit, game, sent)
    return True


def log_ply(visit: Visit, game: rows.Game, move: Opened) -> None:
    """Let the rules judge a sealed move, play it and log it."""
    entry, _ = visit.games.book(game).take_move(move, visit.now)
    visit.games.write(game, entry)


def log_untyped(visit: Visit, game: rows.Game, action: Action, by: By) -> None:
    """Make a move that nobody typed, on the authority of an entry of the log."""
    move = _seal_untyped(visit, game, action, by)
    take_letter(visit.session, move.sealed.letter_id, visit.now, game.id, game.entries)
    log_ply(visit, game, move)


def _seal_untyped(visit: Visit, game: rows.Game, action: Action, by: By) -> Opened:
    """A move that nobody typed, sealed by the server on the authority of an entry of the log."""
    book = visit.games.book(game)
    letter = Move(
        server=visit.settings.name,
        game=game.id,
        ply=book.game.ply,
        seat=book.game.turn,
        base=book.log.head,
        nonce=visit.entropy(16).hex(),
        action=action.write(),
        by=by,
    )
    return write_letter(letter, visit.settings.key)


def check_turn(visit: Visit, game: rows.Game, sent: str) -> None:
    """Refuse a move of somebody who can't move now, before anything else is looked at."""
    seat = visit.seat_of(game).number
    check_running(game)
    book = visit.games.book(game)
    if book.game.turn != seat:
        raise BadCommand(
            "move/not-your-turn",
            "`{sent}`: it's {who}'s turn in {game}, not yours",
            sent=shorten(sent),
            who=names_in(book)[book.game.turn],
            game=game.id,
        )
    if book.undoing.held is not None:
        raise BadCommand(
            "move/held",
            "`{sent}`: your move in {game} has come and waits to be played: take it back with `undo {game}` "
            "before you make another",
            sent=shorten(sent),
            game=game.id,
        )


def check_running(game: rows.Game) -> None:
    """Refuse what can be done only while a game is under way."""
    if game.state != "running":
        raise BadCommand(
            "game/not-running",
            "the game {game} is not under way: {state}",
            game=game.id,
            state=_STATES[game.state],
        )


def two_moves(game: str) -> BadCommand:
    """For a mail with more than one move in a game: nobody can know the position that the second meets."""
    return BadCommand(
        "move/two",
        "your mail has more than one move in the game {game}, and nobody is to guess which one counts: send "
        "one, and the next when it is your turn again",
        game=game,
    )

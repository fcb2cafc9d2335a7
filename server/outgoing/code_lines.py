"""The lines in mails to mailbox players by which their replies prove themselves."""

from __future__ import annotations

from typing import Final

from engine.record.game.book import Book
from engine.show import wrap
from engine.tongue import Tongue, word
from server.ledger import models as rows
from server.ledger.budgets import DAY
from server.outgoing.bulletin import Bulletin
from server.outgoing.proof import ask_code
from server.visit.codes import REPLY, TURN
from server.visit.preferences import manner_of
from server.visit.visit import Visit

TURN_VALID: Final = 400 * DAY
REPLY_VALID: Final = 60 * DAY
CONFIRM_VALID: Final = 3 * DAY

_WAITS: Final = word(
    "It is played on {until}. Until then nobody else sees it, nothing is turned up, and you can take it back."
)
_BY_REPLY: Final = word("To take it back, and move anew, reply with:  undo")
_BY_CLIENT: Final = word("To take it back, and move anew:  grubenpost undo {game}")


def code_line(visit: Visit, player: rows.Player) -> str:
    """The end of an answer: a code to move with if the answer is about the player's turn, else any."""
    game = game_to_move_in(visit, player)
    if game is None:
        return reply_line(visit, player, _game_spoken_of(visit, player))
    manner, bulletin = manner_of(player), Bulletin(visit.games.book(game), visit.settings.key, visit.now)
    example = bulletin.example(visit.games.book(game).game.turn, manner)
    return turn_line(turn_code_for(visit, game, player), manner.tongue, *example)


def turn_code_for(visit: Visit, game: rows.Game, player: rows.Player) -> str:
    """A code to move with; one that the mail itself carries is good for another try."""
    return visit.turn_code(game) or visit.codes.make(TURN, player, TURN_VALID, game=game)


def turn_line(code: str, spoken: Tongue, number: str, move: str) -> str:
    """The line that says how to move by a reply, with an example that is good right now."""
    return spoken.say(
        "To move, reply with the number of an action (such as {number}) or with a move\n"
        "(such as `{move}`), and leave this line in your reply:\n\n"
        "  code: {code}",
        code=code,
        number=number,
        move=move,
    )


def reply_line(visit: Visit, player: rows.Player, game: rows.Game | None = None) -> str:
    """The line that says how to go on; in which game, if the mail is about one."""
    code = visit.codes.make(REPLY, player, REPLY_VALID, game=game)
    return manner_of(player).tongue.say(
        "To answer, reply to this mail and leave this line in your reply:\n\n  code: {code}", code=code
    )


def ask_line(visit: Visit, player: rows.Player) -> str:
    """The line that says how to ask, in a mail that leaves nothing to do."""
    code = ask_code(visit.settings, player, visit.now)
    return manner_of(player).tongue.say(
        "To ask something, reply to this mail and leave this line in your reply:\n\n  code: {code}", code=code
    )


def _game_spoken_of(visit: Visit, player: rows.Player) -> rows.Game | None:
    """The one running game of the player's that the mail speaks of."""
    spoken_of = list(visit.games.about)
    game = visit.session.get(rows.Game, spoken_of[0]) if len(spoken_of) == 1 else None
    if game is None or game.state != "running":
        return None
    return game if any(seat.player_id == player.id for seat in visit.games.seats(game)) else None


def game_to_move_in(visit: Visit, player: rows.Player) -> rows.Game | None:
    """The one game that the mail speaks of, or that its code is for, if it is this player's turn in it."""
    codes = [code for code in visit.sender.codes.values() if code.game_id]
    codes = [code for code in codes if code.purpose == TURN] or codes
    of_codes = list(dict.fromkeys(code.game_id for code in codes))
    spoken_of = list(visit.games.about) or of_codes or list(visit.sender.hinted)
    if len(spoken_of) != 1:
        return None
    game = visit.session.get(rows.Game, spoken_of[0])
    if game is None or game.state != "running":
        return None
    seats = {seat.number: seat.player_id for seat in visit.games.seats(game)}
    return game if game.turn_seat is not None and seats.get(game.turn_seat) == player.id else None


def held_lines(book: Book, player: rows.Player) -> str:
    """The move that is held in a game, as its own player is told of it."""
    held, tongue = book.undoing.held, manner_of(player).tongue
    assert held is not None
    assert held.judged is not None  # the server has all letters
    letter = held.judged.letter
    move = wrap(letter.action, tongue.say("Your move {ply}:", ply=letter.ply) + "  ")
    waits = wrap(tongue.say(_WAITS, until=tongue.moment_to_keep(held.until, player.zone)))
    how = tongue.say(_BY_REPLY if player.seed is not None else _BY_CLIENT, game=book.opening.game)
    return "\n\n".join(["\n".join(move), "\n".join(waits), how])

"""move: play, by a number of the list in the mail or in the move language."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from engine.errors import NotNotation, Refused
from engine.record.game.book import Book
from engine.rules import Action, Game, parse, view
from engine.rules.notation import shorten
from engine.show import numbered_actions
from engine.show.turn.asking import as_typed, decided
from engine.tongue import word
from engine.tongue.move_words import canonical
from server.desk.repeated import ply_taken_before, say_it_counts
from server.games.lifecycle import held_key, seal_for
from server.games.moves import take_move
from server.games.plies import check_turn, two_moves
from server.ledger import models as rows
from server.outgoing.history import names_in
from server.visit.codes import TURN
from server.visit.refusal import BadCommand
from server.visit.visit import Visit
from server.words.command import GAME, NUMBER, Command, command, form

_TAKES: Final = form(rf"(?:({GAME}) )?(.{{1,4000}})")
_STEPS_LEFT_OPEN: Final = re.compile(r" ?: ?\?$")
"""The end of a link of ours, behind a mining space: whoever sends it so is asked for the steps."""


@command
class Move(Command):
    name = "move"
    also = ("play",)
    usage = "move k3t9qa money 5"
    purpose = word("play a move")
    help = word(
        "Plays a move. In a reply to a turn mail, the number of an action or the move itself is enough. "
        "With a key of your own, the client seals the move for you."
    )
    takes = _TAKES
    changes = True
    in_turn = True

    def surely(self, text: str) -> bool:
        return is_written_move(text)

    def run(self, visit: Visit, text: str) -> None:
        game, written = meant_by(visit, text)
        if any(code.game_id == game.id and code.used_at for code in visit.sender.codes.values()):
            raise two_moves(game.id)  # used by this very mail
        if (ply := ply_taken_before(visit, game, written)) is not None:
            say_it_counts(visit, game, ply)
            return
        held_key(visit.sender.registered())
        check_turn(visit, game, written)
        code = visit.sender.codes[find_turn_code(visit, game, written)]
        action = decided(*read_move(visit, game, written))
        take_move(visit, game, seal_for(visit, game, action, code), written)
        code.used_at = visit.now


def find_turn_code(visit: Visit, game: rows.Game, written: str) -> str:
    """A turn code is good for one ply of one game. Without it, whoever is to move hears how to go on."""
    code = visit.turn_code(game)
    if code is not None:
        return code
    raise BadCommand(
        "move/code",
        "the code of this turn is not in your mail, so `{sent}` was\n"
        "not played in {game}. It is:\n\n"
        "  {move}\n\n"
        "To play it, reply to this mail with that line, and leave the line with the\n"
        "code in your reply.",
        game=game.id,
        sent=shorten(written),
        move=as_typed(decided(*read_move(visit, game, written))),
    )


def meant_by(visit: Visit, text: str) -> tuple[rows.Game, str]:
    """The game that a move is for, and the move as it was written."""
    game_id, written = _parts(text)
    return (visit.games.find(game_id) if game_id else visit.implied_game(TURN)), written


def game_named_in(text: str) -> str | None:
    """The game that stands before a move, as it is written."""
    return _parts(text)[0]


def _parts(text: str) -> tuple[str | None, str]:
    found = _TAKES.fullmatch(text)
    game, written = (found[1], found[2]) if found else (None, text)
    return game, _STEPS_LEFT_OPEN.sub("", written)


@lru_cache(maxsize=512)
def is_written_move(text: str) -> bool:
    """Whether this can be nothing but a move, with or without the game that it is for."""
    written = _parts(text)[1]
    if NUMBER.fullmatch(written):
        return True
    try:
        parse(canonical(written))
    except Refused:
        return False
    return True


def read_move(visit: Visit, game: rows.Game, text: str) -> tuple[Game, Action, str]:
    """A move in words, or the number of one in the list: what the player sees, the move, and its words."""
    return _read(visit.games.book(game), visit.seat_of(game).number, text)


def action_in(book: Book, seat: int, text: str) -> Action:
    """The action that these words mean to a seat in a position, whole or refused."""
    return decided(*_read(book, seat, text))


def _read(book: Book, seat: int, text: str) -> tuple[Game, Action, str]:
    seen = view(book.game, seat)
    number = NUMBER.fullmatch(text)
    if number is None:
        written = canonical(text)
        return seen, parse(written, seen), written
    typed = f"{int(number[1])}{(number[2] or '').casefold()}"
    found = numbered_actions(seen, names_in(book)).find(typed)
    if found is None:
        raise NotNotation("move/number", "there is no action with the number {typed} now", typed=typed)
    return seen, found, typed

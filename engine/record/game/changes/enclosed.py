"""Letters that stand in a note of a log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.errors import BadRecord
from engine.record.game.seats import check_address
from engine.record.letters.post import Opened, open_letter
from engine.record.log.log import Enclosed, Withheld

if TYPE_CHECKING:
    from engine.record.game.book import Book


def open_enclosed(book: Book, letter: Enclosed, secret: bool) -> Opened | Withheld:
    """A letter in a note: by somebody known, to this game, and for the first time."""
    if isinstance(letter, Withheld):
        if not secret:
            raise BadRecord("log/missing-letter", "a letter is missing, though it is no secret")
        return letter
    opened = open_letter(letter, book.known_keys)
    server, game = book.opening.server, book.opening.game
    to_game = getattr(opened.letter, "game", game)
    check_address(getattr(opened.letter, "server", server), to_game, server, game)
    book.check_new(opened.sealed.letter_id, "letter/known")
    return opened

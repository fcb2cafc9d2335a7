"""Lines of standing orders among the words of a mail, in any language.

They begin with a head and a colon (`next:`, `then:`, `draft:`), by themselves or behind a command and a game,
as in `plan k3t9qa next: money 5`. What follows belongs to them as long as it begins like a part of orders, or
is what a mail program has broken off: people write a part on each line, and programs break long ones.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from engine.ahead import read
from engine.ahead.limits import LONGEST
from engine.errors import Refused
from engine.rules import CARDS, TILE_COPIES, TILES, Game, new_game
from engine.tongue.order_words import canonical
from server.words.sentences import BROKEN_FROM

_HEAD: Final = re.compile(r"(?:next|then|draft)\s*:", re.IGNORECASE)
_BEFORE: Final = re.compile(
    r"(?:(?:plan|try|preview|join)\s+)?(?:(?=[a-z]{0,5}[0-9])[0-9a-z]{6}\s+)?", re.IGNORECASE
)
_PART: Final = re.compile(r"(?:next|then|draft)\s*:|(?:else|otherwise|stop)(?![\w-])", re.IGNORECASE)
_BEGINNING: Final = 80


def begin_orders(text: str) -> bool:
    """Whether this begins with the head of orders."""
    return _HEAD.match(_canonical(text[:_BEGINNING].lstrip())) is not None


def holds_orders(line: str) -> bool:
    """Whether a line is one of orders, or a command with some."""
    written = _canonical(line[:_BEGINNING].lstrip())
    before = _BEFORE.match(written)
    return _HEAD.match(written, before.end() if before else 0) is not None


@lru_cache(maxsize=512)
def are_orders(text: str) -> bool:
    """Whether this can be nothing but orders, whole and well written."""
    if not begin_orders(text):
        return False
    try:
        read(canonical(text), _any_board())
    except Refused:
        return False
    return True


@lru_cache(maxsize=1)
def _any_board() -> Game:
    """A board on which something lies on every space: what the number of a space means is asked later."""
    cards = list(CARDS.values())
    board = new_game(4, [tile for tile in TILES.values() for _ in range(TILE_COPIES)], cards, 0)
    board.cards = [*cards[: len(board.cards)]]
    return board


def orders_go_on(pieces: list[str], line: str) -> bool:
    """Whether a line goes on with the orders above it, of which these are the lines so far."""
    above = " ".join(pieces)
    if len(above) + len(line) > LONGEST:
        return False
    if _PART.match(_canonical(line[:_BEGINNING])) or above.endswith((",", ":", ";")):
        return True
    whole = _without_command(above)
    if are_orders(f"{whole} {line}"):
        return True
    return len(pieces[-1]) >= BROKEN_FROM and not are_orders(whole)


def _without_command(line: str) -> str:
    found = _BEFORE.match(line)
    return line[found.end() :] if found else line


@lru_cache(maxsize=512)
def _canonical(line: str) -> str:
    return canonical(line)

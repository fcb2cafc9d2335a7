"""The whole board in plain ASCII, from a view."""

from __future__ import annotations

from collections.abc import Sequence

from ..rules import Game
from . import words
from .layout import rule, wrap
from .offer import offer_lines
from .people import people
from .pit import pit_block
from .players import heading, player_table
from .spaces import space_lines


def board(view: Game, names: Sequence[str], reader: int | None) -> str:
    """All that a reader may see: the table first, then each pit, the reader's own before the others."""
    seated = people(names)
    offer = offer_lines(view, seated)
    lines = [*heading(view, seated), rule(sign="="), *player_table(view, seated, reader), ""]
    lines += space_lines(view, seated)
    lines += ["", *offer] if offer else []
    for seat in _seats_from(view.players, reader):
        you = f", {words.YOU}" if seat == reader else ""
        lines += ["", *pit_block(view.pits[seat], f"{seated[seat].full}{you}")]
    return "\n".join([*lines, "", *wrap(words.LEGEND)])


def _seats_from(players: int, reader: int | None) -> list[int]:
    first = reader or 0
    return [(first + after) % players for after in range(players)]

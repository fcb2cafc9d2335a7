"""The whole board, from a view."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from engine.tongue import Tongue

from ...rules import Game
from .. import words
from ..layout import rule, wrap
from ..people import NamedPlayer, people
from ..scribe import Scribe, scribe
from ..style import Style
from .aloud import spoken_board
from .forecast import forecast_lines
from .offer import offer_lines
from .pit import cage, pit_block
from .players import draft_table, heading_lines, player_table
from .spaces import for_sale_lines, space_lines


def board(
    view: Game,
    names: Sequence[str],
    reader: int | None,
    tongue: Tongue = words.ENGLISH,
    style: Style = Style.ASCII,
    *,
    offer: bool = True,
) -> str:
    """All that a reader may see: the table first, then each pit, the reader's own before the others.

    During the draft nothing has happened on the board: it shows what everybody has taken, and the tiles that
    will be for sale. `offer` is false where what there is to choose from is told already.
    """
    by = scribe(tongue, style)
    seated = people(names, by.tongue, style)
    if by.spoken:
        return "\n".join(spoken_board(view, seated, reader, by.tongue, offer=offer))
    top = [*heading_lines(view, seated, by), rule("", by.signs.double)]
    on_offer = offer_lines(view, seated, by) if offer else []
    lines = [*top, *(_draft if view.draft else _drawn)(view, seated, reader, on_offer, by)]
    return "\n".join([*lines, "", *_legend(by)])


def _draft(
    view: Game, seated: Sequence[NamedPlayer], reader: int | None, on_offer: list[str], by: Scribe
) -> list[str]:
    taken = draft_table(view, seated, reader, by)
    return [*on_offer, *([""] if on_offer else []), *taken, "", *for_sale_lines(view, by)]


def _drawn(
    view: Game, seated: Sequence[NamedPlayer], reader: int | None, on_offer: list[str], by: Scribe
) -> list[str]:
    lines = player_table(view, seated, reader, by)
    for block in (space_lines(view, seated, by), on_offer, forecast_lines(view, seated, by)):
        lines += ["", *block] if block else []
    for seat in seats_from(view.players, reader):
        you = f", {by.tongue.say(words.YOU)}" if seat == reader else ""
        lines += ["", *pit_block(view.pits[seat], f"{seated[seat].full}{you}", by)]
    return lines


def seats_from(players: int, reader: int | None) -> list[int]:
    """The seats in the order of play, the reader's own first."""
    first = reader or 0
    return [(first + after) % players for after in range(players)]


@cache
def _legend(by: Scribe) -> list[str]:
    """The meaning of the signs, with the signs of this style."""
    tile = f"[g{by.signs.room}]"
    return wrap(by.tongue.say(words.LEGEND, cage=cage("gg", by), tile=tile, own="(g)"))

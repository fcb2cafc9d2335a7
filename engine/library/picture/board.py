"""The board as a position leaves it: the worker spaces with what lies on them, and every player's pit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.library.picture.pits import PIT_HEIGHT, PIT_WIDTH, pit_marks
from engine.library.picture.svg import PALE, SEAT_COLOURS, box, mark, picture, text
from engine.rules import Game, Space
from engine.rules.components import SPACES
from engine.rules.turn import face_up
from engine.show import NamedPlayer, Style, people, words
from engine.tongue import Tongue

CELL_WIDTH: Final = 84
CELL_HEIGHT: Final = 58
GAP: Final = 8
MARGIN: Final = 16
ROW_HEIGHT: Final = CELL_HEIGHT + 34
ROWS: Final = (("factory",), ("mining", "money"), ("orders", "delivery"))
"""The areas, as many as fit beside each other."""
WIDTH: Final = 2 * MARGIN + 9 * (CELL_WIDTH + GAP) + 2 * GAP


def board_svg(game: Game, names: Sequence[str], speaks: Tongue) -> str:
    """A position as SVG. It shows what it is given: hand in a view of a game that is not over."""
    seated = people(names, speaks, Style.UNICODE)
    top = MARGIN + len(ROWS) * ROW_HEIGHT + 30
    height = top + -(-len(names) // 2) * (PIT_HEIGHT + MARGIN)
    marks = [*_areas(game, seated, speaks), *_bank(game, seated, speaks, top - 26)]
    for seat in range(len(names)):
        x = MARGIN + seat % 2 * (PIT_WIDTH + MARGIN)
        marks += pit_marks(game, seat, seated[seat], speaks, x, top + seat // 2 * (PIT_HEIGHT + MARGIN))
    return picture(WIDTH, height, speaks.say("The board: {players}", players=", ".join(names)), marks)


def _areas(game: Game, seated: Sequence[NamedPlayer], speaks: Tongue) -> Iterator[str]:
    for row, areas in enumerate(ROWS):
        x, y = MARGIN, MARGIN + row * ROW_HEIGHT
        for area in areas:
            yield text(x, y + 14, words.capital(speaks.say(words.AREAS[area])), 13, font_weight="bold")
            for space in (space for space in SPACES if space.area == area):
                yield from _space(game, space, seated, words.space_label(speaks, space), x, y + 20)
                x += CELL_WIDTH + GAP
            x += 2 * GAP


def _space(
    game: Game, space: Space, seated: Sequence[NamedPlayer], label: str, x: int, y: int
) -> Iterator[str]:
    if game.players in space.locked:
        yield box(x, y, CELL_WIDTH, CELL_HEIGHT, stroke=PALE, fill="#efece4")
        yield text(x + 6, y + 15, label, 11, fill="#999999")
        yield text(x + CELL_WIDTH / 2, y + 38, "×", 20, text_anchor="middle", fill="#999999")
        return
    yield box(x, y, CELL_WIDTH, CELL_HEIGHT, fill="#ffffff")
    yield text(x + 6, y + 15, label, 11, fill="#555555")
    piece = face_up(game, space)
    if piece is not None:
        yield text(x + CELL_WIDTH - 6, y + 15, piece.name, 13, text_anchor="end", font_weight="bold")
    if game.count[space.index]:
        yield from workers(
            x + 18, y + CELL_HEIGHT - 17, game.owner[space.index], game.count[space.index], seated
        )


def workers(x: float, y: float, seat: int, count: int, seated: Sequence[NamedPlayer]) -> Iterator[str]:
    """Workers of one player: a disc with the player's letter, and how many."""
    yield mark("circle", cx=x, cy=y, r=11, fill=SEAT_COLOURS[seat])
    yield text(x, y + 5, seated[seat].mark, 13, text_anchor="middle", fill="#ffffff", font_weight="bold")
    yield text(x + 16, y + 5, f"× {count}", 13)


def _bank(game: Game, seated: Sequence[NamedPlayer], speaks: Tongue, y: int) -> Iterator[str]:
    yield text(MARGIN, y + 4, words.capital(speaks.say(words.AREAS["bank"])), 13, font_weight="bold")
    x = MARGIN + 90
    for seat, count in enumerate(game.bank):
        if count:
            yield from workers(x, y, seat, count, seated)
            x += 70

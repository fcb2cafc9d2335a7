"""The worker spaces as tables: what lies there, who stands there, and how many workers it takes.

Every mail program draws a table, also one that knows no styles, and a screen reader tells its heads.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from html import escape
from typing import Final

from ...rules import Card, Space, Tile, coal
from ...rules import components as box
from .. import words
from ..boards.offer import worth
from ..boards.spaces import can_be_used, piece_on, stack_size
from .banner import shift_clock
from .cells import boxes, new_tile, spots, workers
from .look import columns, panel, sentence, small, title
from .said import HtmlTongue
from .scene import Scene
from .tables import heads, row, table

_NOBODY: Final = "&ndash;"
_LYING: Final = {"factory": words.TILE, "orders": words.ORDER}


def board_panel(scene: Scene) -> str:
    say = scene.said.say
    legend = say(
        "Each space shows what lies there, who stands there (A2 are two workers of A) and how many workers "
        "the next placement takes. A letter is a cube of coal (y yellow, b brown, g gray, k black), an empty "
        "square is room for one."
    )
    left = _area(scene, "factory") + _area(scene, "orders")
    right = "".join([_area(scene, area) for area in ("mining", "delivery", "money")]) + _bank(scene)
    return panel(
        title(say("The board")) + shift_clock(scene) + columns(left, right) + _supply(scene) + small(legend)
    )


def for_sale(scene: Scene) -> str:
    """The tiles and what they cost, before anybody can buy one."""
    rows = [row(*_piece(scene, space)) for space in box.spaces("factory")]
    return table(heads(*_heads(scene, "factory")), rows)


def _area(scene: Scene, area: str) -> str:
    """A line for each space."""
    first, others = _heads(scene, area)
    others = [*others, scene.said.say(words.STANDING), *_coming(scene, scene.said.say(words.NEXT))]
    return table(heads(first, others), [_space(scene, space) for space in box.spaces(area)])


def _heads(scene: Scene, area: str) -> tuple[str, list[str]]:
    lying = [words.capital(scene.said.say(_LYING[area]))] if area in _LYING else []
    return f"<b>{scene.said.headed(words.AREAS[area])}</b>", lying


def _coming(scene: Scene, cell: str) -> list[str]:
    """A cell that matters only as long as workers are placed."""
    return [] if scene.game.over else [cell]


def _space(scene: Scene, space: Space) -> str:
    game = scene.game
    name, lying = _piece(scene, space)
    if game.players in space.locked:
        there, needed = "" if lying else scene.said.say(words.LOCKED), ""
    else:
        n, seat = game.count[space.index], game.owner[space.index]
        there = workers(scene.people[seat].mark, seat, n) if n else _NOBODY
        needed = str(n + 1) if can_be_used(game, space) else ""
    return row(name, [*lying, there, *_coming(scene, needed)])


def _piece(scene: Scene, space: Space) -> tuple[str, list[str]]:
    """The name of a space, and the piece that lies there, or the stack to draw from."""
    said, name = scene.said, f"<b>{scene.said.told(words.space_label, space)}</b>"
    if space.area not in _LYING:
        return name, []
    if scene.game.players in space.locked:
        return name, [said.say(words.LOCKED)]
    if space.shows:
        return name, [shown(said, piece_on(scene.game, space))]
    return name, [said.say(words.STACK_LEFT, n=stack_size(scene.game, space))]


@lru_cache(maxsize=512)
def shown(said: HtmlTongue, piece: Tile | Card | None) -> str:
    """A piece with its name, and what it costs or earns."""
    if piece is None:
        return ""
    drawn = new_tile(piece) if isinstance(piece, Tile) else spots(piece)
    return f"{drawn} <b>{piece.name}</b> {escape(worth(piece, said.tongue))}"


def pieces(said: HtmlTongue, lying: Sequence[Tile | Card]) -> str:
    """Pieces after each other."""
    return ", ".join([f'<span style="white-space:nowrap">{shown(said, piece)}</span>' for piece in lying])


def _bank(scene: Scene) -> str:
    game, said = scene.game, scene.said
    there = [
        workers(person.mark, seat, n)
        for seat, (person, n) in enumerate(zip(scene.people, game.bank, strict=True))
        if n
    ]
    first, _ = _heads(scene, "bank")
    standing = [said.say(words.STANDING), *_coming(scene, said.say(words.NEXT))]
    only = [" ".join(there) or _NOBODY, *_coming(scene, "1")]
    return table(heads(first, standing), [row(f"<b>{said.told(words.marks, 1)}</b>", only)])


def _supply(scene: Scene) -> str:
    heaps = zip(coal.LETTERS, coal.counts(scene.game.coal), strict=True)
    counted = " &nbsp; ".join([f"{boxes(letter)}&nbsp;{n}" for letter, n in heaps])
    return sentence(f"{scene.said.say('Coal in the supply')}: {counted}")

"""The worker spaces as cells that flow like words: what lies there, who stands there, and what it takes.

A cell is a small table that stands at the left of the next one, which every mail program can draw and
which breaks into rows where the window ends.
"""

from __future__ import annotations

from functools import lru_cache
from html import escape
from typing import Final

from ...rules import Card, Space, Tile, coal
from ...rules import components as box
from .. import words
from ..boards.offer import worth
from ..boards.spaces import can_be_used, piece_on, stack_size
from .cells import boxes, new_tile, spots, workers
from .look import END_OF_HALVES, FIELD, panel, sentence, small, subtitle, title
from .said import HtmlTongue
from .scene import Scene

_ORDER: Final = ("factory", "mining", "orders", "delivery", "money")
"""So that the rows of a wide window are well filled."""
_WIDE: Final = 66
"""Five stand beside each other on a phone."""
_TALL: Final = {"factory": 106, "orders": 106}
_LOW: Final = 54
_FLOW: Final = "display:inline-block;vertical-align:top;padding:0 4px 6px 0;font-size:11px;line-height:17px"
_NOBODY: Final = "&ndash;"


def board_panel(scene: Scene) -> str:
    say = scene.said.say
    groups = "".join([_group(scene, area) for area in _ORDER]) + _bank(scene)
    legend = say(
        "Each space shows what lies there, who stands there (A2 are two workers of A) and how many workers "
        "the next placement takes. A letter is a cube of coal (y yellow, b brown, g gray, k black), an empty "
        "square is room for one."
    )
    return panel(title(say("The board")) + groups + _supply(scene) + small(legend))


def _group(scene: Scene, area: str) -> str:
    return flowing(scene.said.headed(words.AREAS[area]), [_space(scene, space) for space in box.spaces(area)])


def flowing(heading: str, cells: list[str]) -> str:
    """Cells below a heading, as many in a row as there is room for."""
    return f'<div style="{_FLOW}">{subtitle(heading)}{"".join(cells)}{END_OF_HALVES}</div>'


def _space(scene: Scene, space: Space) -> str:
    game, said = scene.game, scene.said
    name, tall = said.told(words.space_label, space), _TALL.get(space.area, _LOW)
    if game.players in space.locked:
        return cell(tall, name, said.say(words.LOCKED))
    there, seat = game.count[space.index], game.owner[space.index]
    standing = workers(scene.people[seat].mark, seat, there) if there else _NOBODY
    needed = "" if game.over or not can_be_used(game, space) else said.told(words.workers, there + 1)
    return cell(tall, name, _shown(scene, space), standing, needed)


def _shown(scene: Scene, space: Space) -> str:
    """The piece that lies there, or the stack to draw from."""
    if space.shows:
        return shown(scene.said, piece_on(scene.game, space))
    if space.name == "draw":
        return scene.said.say(words.STACK_LEFT, n=stack_size(scene.game, space))
    return ""


@lru_cache(maxsize=512)
def shown(said: HtmlTongue, piece: Tile | Card | None) -> str:
    """A piece with its name, and what it costs or earns."""
    if piece is None:
        return ""
    drawn = new_tile(piece) if isinstance(piece, Tile) else spots(piece)
    return f"{drawn}<br><b>{piece.name}</b><br>{escape(worth(piece, said.tongue))}"


@lru_cache(maxsize=4096)
def cell(tall: int, name: str, shown: str, standing: str = "", needed: str = "") -> str:
    lines = [f"<b>{name}</b>" if name else "", shown, standing, needed]
    return (
        f'<table role="presentation" align="left" cellspacing="2" cellpadding="0" width="{_WIDE}"><tr>'
        f'<td class="f" bgcolor="{FIELD}" height="{tall}" align="center" valign="top">'
        f"{'<br>'.join([line for line in lines if line])}</td></tr></table>\n"
    )


def _bank(scene: Scene) -> str:
    game, said = scene.game, scene.said
    there = [
        workers(person.mark, seat, n)
        for seat, (person, n) in enumerate(zip(scene.people, game.bank, strict=True))
        if n
    ]
    needed = "" if game.over else said.told(words.workers, 1)
    only = cell(_LOW, said.told(words.marks, 1), "", " ".join(there) or _NOBODY, needed)
    return flowing(said.headed(words.AREAS["bank"]), [only])


def _supply(scene: Scene) -> str:
    heaps = zip(coal.LETTERS, coal.counts(scene.game.coal), strict=True)
    counted = " &nbsp; ".join([f"{boxes(letter)}&nbsp;{n}" for letter, n in heaps])
    return sentence(f"{scene.said.say('Coal in the supply')}: {counted}")

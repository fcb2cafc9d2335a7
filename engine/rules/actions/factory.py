"""The factory spaces: buy the tunnel tile that lies there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from ...errors import NotLegal
from ...phrase import phrase
from .. import components as box
from ..action import Action, by_number, kind
from ..buying import Substitutes, buy, in_order, read_substitutes, substitutes, write_substitutes
from ..events import Event
from ..game import Game
from ..notation import MoveWords
from ..turn import place, turn_up_tile

_A_SPACE: Final = phrase("a space from 1 to 8, or `draw`")


@kind
@dataclass(frozen=True, slots=True)
class Factory(Action):
    number: int
    loads: Substitutes = ()
    """The coal, when the supply is short, for the lorries that get no cube of the tile's colour."""

    heads = ("factory", "buy", "tile")
    form = "factory 3"
    listed = 10

    def __post_init__(self) -> None:
        if self.loads:
            object.__setattr__(self, "loads", in_order(self.loads))

    @classmethod
    def choices(cls, game: Game) -> Iterable[Action]:
        seat, count, supply = game.turn, game.count, game.coal
        workers, money = game.workers[seat], game.pits[seat].money
        found: list[Action] = []
        for tile, (index, action) in zip(game.tiles, _SPACES, strict=True):
            if tile is None or tile.price > money or count[index] >= workers or tile is box.HIDDEN_TILE:
                continue
            if (supply >> 8 * tile.colour & 255) >= tile.lorries:
                found.append(action)
            else:
                found += [cls(action.number, way) for way in substitutes(supply, tile)]
        return found

    @classmethod
    def read(cls, words: MoveWords, head: str, game: Game | None) -> Factory:
        if game is None or not words.is_tile():
            number = words.number(_A_SPACE)
        else:
            number = _space_of_tile(words, game)
        return cls(number, read_substitutes(words))

    def write(self) -> str:
        return f"factory {self.number}{write_substitutes(self.loads)}"

    def play(self, game: Game, events: list[Event]) -> None:
        space = place(game, _BY_NUMBER.get(self.number), self, events)
        tile = game.tiles[space.row]
        if tile is None:
            raise NotLegal(
                "rule/empty-space",
                "`{move}`: no tile lies there; tiles lie on {spaces}",
                move=self.write(),
                spaces=", ".join(str(row + 1) for row, tile in enumerate(game.tiles) if tile)
                or phrase("none"),
            )
        buy(game, game.own_pit(), tile, self.loads, self, events)
        turn_up_tile(game, space, events)


def _space_of_tile(words: MoveWords, game: Game) -> int:
    """The number of the only space that shows a tile."""
    word = words.peek()
    tile = words.tile()
    numbers = [row + 1 for row, shown in enumerate(game.tiles) if shown is tile]
    if len(numbers) > 1:
        raise words.unclear(word, [f"factory {number}" for number in numbers])
    if not numbers:
        raise words.wrong(word, phrase("a tile that lies in the factory"))
    return numbers[0]


_BY_NUMBER: Final = by_number("factory")
_SPACES: Final = tuple(
    (space.index, Factory(int(space.name))) for space in box.spaces("factory") if space.shows
)

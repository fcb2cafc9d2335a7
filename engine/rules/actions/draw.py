"""Draw-five, in the factory and at the orders: place, look, and choose in the next ply (`keep`)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from ...errors import NotLegal
from ...phrase import phrase
from ..action import Action, kind
from ..components import DRAW, space
from ..events import Event, Looked
from ..game import Game
from ..notation import MoveWords, no_such
from ..turn import place

AREA_OF: Final = {"factory": "factory", "order": "orders"}


_A_STACK: Final = phrase("factory or order")


@kind
@dataclass(frozen=True, slots=True)
class Draw(Action):
    word: str
    """The area's word in moves: `factory` or `order`."""

    heads = ("factory draw", "order draw", "orders draw", "buy draw", "draw")
    form = phrase("factory draw, or order draw")
    listed = 20

    def __post_init__(self) -> None:
        if self.word not in AREA_OF:
            raise no_such("draw-five", self.word)

    @classmethod
    def choices(cls, game: Game) -> Iterable[Action]:
        workers, count = game.workers[game.turn], game.count
        factory, orders = _BOTH
        found = []
        if game.tile_stack and count[_FACTORY] < workers:
            found.append(factory)
        if game.card_stack and count[_ORDERS] < workers:
            found.append(orders)
        return found

    @classmethod
    def read(cls, words: MoveWords, head: str, game: Game | None) -> Draw:
        if head == "draw":
            return cls(words.one_of(_WORDS, _A_STACK))
        return cls("order" if head.startswith("order") else "factory")

    def write(self) -> str:
        return f"{self.word} draw"

    def play(self, game: Game, events: list[Event]) -> None:
        area = AREA_OF[self.word]
        place(game, _DRAW_SPACE[area], self, events)
        if area == "factory":
            game.drawn, game.tile_stack = game.tile_stack[:DRAW], game.tile_stack[DRAW:]
        else:
            game.drawn, game.card_stack = game.card_stack[:DRAW], game.card_stack[DRAW:]
        if not game.drawn:
            raise NotLegal("rule/empty-stack", "`{move}`: the stack is empty", move=self.write())
        game.drawn_at = area
        events.append(Looked(game.turn, area, len(game.drawn)))


_WORDS: Final = {"factory": "factory", "tile": "factory", "tiles": "factory"} | {
    "order": "order",
    "orders": "order",
}
_BOTH: Final = (Draw("factory"), Draw("order"))
_DRAW_SPACE: Final = {area: space(area, "draw") for area in AREA_OF.values()}
_FACTORY: Final = _DRAW_SPACE["factory"].index
_ORDERS: Final = _DRAW_SPACE["orders"].index

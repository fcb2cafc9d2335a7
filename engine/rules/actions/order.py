"""The order spaces: take the card that lies there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from ...errors import NotLegal
from ...phrase import phrase
from .. import components as box
from ..action import Action, by_number, kind
from ..events import Event, TookOrder
from ..game import Game, Order
from ..notation import MoveWords
from ..turn import place, turn_up_card

_A_SPACE: Final = phrase("a space from 1 to 4, or `draw`")


@kind
@dataclass(frozen=True, slots=True)
class TakeOrder(Action):
    number: int

    heads = ("order", "orders", "take order")
    form = "order 2"
    listed = 50

    @classmethod
    def choices(cls, game: Game) -> Iterable[Action]:
        workers, count = game.workers[game.turn], game.count
        return [
            action
            for card, (index, action) in zip(game.cards, _SPACES, strict=True)
            if card is not None and count[index] < workers and card is not box.HIDDEN_CARD
        ]

    @classmethod
    def read(cls, words: MoveWords, head: str, game: Game | None) -> TakeOrder:
        if game is None or not words.is_card():
            return cls(words.number(_A_SPACE))
        shown = [card for card in game.cards if card]
        word = words.peek()
        card = words.card(shown)
        if card not in shown:
            raise words.wrong(word, phrase("a card that lies there"))
        return cls(game.cards.index(card) + 1)

    def write(self) -> str:
        return f"order {self.number}"

    def play(self, game: Game, events: list[Event]) -> None:
        space = place(game, _BY_NUMBER.get(self.number), self, events)
        card = game.cards[space.row]
        if card is None:
            raise NotLegal(
                "rule/empty-space",
                "`{move}`: no card lies there; cards lie on {spaces}",
                move=self.write(),
                spaces=", ".join(str(row + 1) for row, card in enumerate(game.cards) if card)
                or phrase("none"),
            )
        if card is box.HIDDEN_CARD:
            raise NotLegal("rule/hidden-card", "`{move}`: that card is not known yet", move=self.write())
        game.own_pit().orders[card] = Order(card.spots, 0)
        events.append(TookOrder(game.turn, card))
        turn_up_card(game, space, events)


_BY_NUMBER: Final = by_number("orders")
_SPACES: Final = tuple(
    (space.index, TakeOrder(int(space.name))) for space in box.spaces("orders") if space.shows
)

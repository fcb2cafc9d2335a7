"""The draft: take one of the revealed orders before the first shift."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from ...errors import NotLegal
from ..action import Action, kind
from ..components import CARDS, HIDDEN_CARD, Card
from ..events import Drafted, Event
from ..game import DRAFT, Game, Order
from ..notation import MoveWords


@kind
@dataclass(frozen=True, slots=True)
class Draft(Action):
    card: Card

    heads = ("draft", "pick")
    form = "draft C-kk"
    listed = 0
    phase = DRAFT

    @classmethod
    def choices(cls, game: Game) -> Iterable[Action]:
        return [_DRAFTS[card] for card in game.draft if card is not HIDDEN_CARD]

    @classmethod
    def read(cls, words: MoveWords, head: str, game: Game | None) -> Draft:
        return cls(words.card(game.draft if game else ()))

    def write(self) -> str:
        return f"draft {self.card.name}"

    def play(self, game: Game, events: list[Event]) -> None:
        if self.card not in game.draft or self.card is HIDDEN_CARD:
            raise NotLegal(
                "rule/not-in-draft",
                "`{move}`: that order is not on offer; on offer are {cards}",
                move=self.write(),
                cards=", ".join(card.name for card in game.draft),
            )
        game.draft = tuple(card for card in game.draft if card is not self.card)
        game.own_pit().orders[self.card] = Order(self.card.spots, 0)
        events.append(Drafted(game.turn, self.card))


_DRAFTS: Final = {card: Draft(card) for card in CARDS.values()}

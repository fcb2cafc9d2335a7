"""The money spaces: take 3, 4, 5 or 6 Marks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from ...phrase import phrase
from ..action import Action, by_number, kind, open_spaces
from ..events import Event, TookMoney
from ..game import Game
from ..notation import MoveWords
from ..turn import place

_HOW_MANY: Final = phrase("how many Marks")


@kind
@dataclass(frozen=True, slots=True)
class Money(Action):
    marks: int

    heads = ("money", "cash", "marks", "take money")
    form = "money 5"
    listed = 40

    @classmethod
    def choices(cls, game: Game) -> Iterable[Action]:
        workers, count = game.workers[game.turn], game.count
        return [action for space, action in _SPACES[game.table.players] if count[space] < workers]

    @classmethod
    def read(cls, words: MoveWords, head: str, game: Game | None) -> Money:
        return cls(words.number(_HOW_MANY))

    def write(self) -> str:
        return f"money {self.marks}"

    def play(self, game: Game, events: list[Event]) -> None:
        place(game, _BY_NUMBER.get(self.marks), self, events)
        game.own_pit().money += self.marks
        events.append(TookMoney(game.turn, self.marks))


_BY_NUMBER: Final = by_number("money")
_SPACES: Final = open_spaces("money", lambda space: Money(int(space.name)))

"""The bank: one worker, one Mark; always possible, never ousted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from ..action import Action, kind
from ..events import Banked, Event
from ..game import Game
from ..notation import MoveWords

MARKS: Final = 1


@kind
@dataclass(frozen=True, slots=True)
class Bank(Action):
    heads = ("bank",)
    form = "bank"
    listed = 60

    @classmethod
    def choices(cls, game: Game) -> Iterable[Action]:
        return _ONLY

    @classmethod
    def read(cls, words: MoveWords, head: str, game: Game | None) -> Bank:
        return cls()

    def write(self) -> str:
        return "bank"

    def play(self, game: Game, events: list[Event]) -> None:
        seat = game.turn
        game.workers[seat] -= 1
        game.bank[seat] += 1
        game.own_pit().money += MARKS
        events.append(Banked(seat, MARKS))


_ONLY: Final = (Bank(),)

"""The mining spaces: up to 4, 6, 8 or 10 work steps in one's own pit."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from ...phrase import phrase
from ..action import Action, by_number, kind, open_spaces
from ..events import Completed, Event, Mined
from ..game import Game
from ..mining.notation import read_steps, take_step, write_steps
from ..mining.steps import Fill, Step
from ..notation import MoveWords, split
from ..turn import place

_A_SPACE: Final = phrase("a space: 4, 6, 8 or 10")
_NOTHING: Final = ("nothing", "none")


@kind
@dataclass(frozen=True, slots=True)
class Mine(Action):
    number: int
    """The space: how many work steps it gives."""
    steps: tuple[Step, ...] = ()

    heads = ("mine", "mining", "dig")
    form = "mine 8: to g, load g x2, to top, fill E-gg g x2"
    listed = 25

    @classmethod
    def choices(cls, game: Game) -> Iterable[Action]:
        workers, count = game.workers[game.turn], game.count
        return [action for space, action in _SPACES[game.table.players] if count[space] < workers]

    @classmethod
    def read(cls, words: MoveWords, head: str, game: Game | None) -> Mine:
        number = words.number(_A_SPACE)
        return cls(number, () if words.skip(*_NOTHING) else read_steps(words, game))

    def write(self) -> str:
        return f"mine {self.number}: {write_steps(self.steps)}" if self.steps else f"mine {self.number}"

    def play(self, game: Game, events: list[Event]) -> None:
        place(game, _BY_NUMBER.get(self.number), self, events)
        pit = game.own_pit()
        left = self.number
        for step in self.steps:
            take_step(pit, step, left)
            left -= step.cost
        events.append(Mined(game.turn, self.steps))
        filled = dict.fromkeys(step.card for step in self.steps if isinstance(step, Fill))
        events += [Completed(game.turn, card) for card in filled if not pit.orders[card].free]


def leaves_work_open(action: Action, written: str) -> bool:
    """Whether what somebody wrote names a mining space, but neither work steps nor that there are none.

    In a log and in a sealed letter `mine 8` is a whole move without a step. A person who writes it has
    most likely left the steps out, and would lose a turn by it; who means it writes `mine 8: nothing`.
    """
    return isinstance(action, Mine) and not action.steps and split(written)[-1:] not in _SAID_NOTHING


_SAID_NOTHING: Final = [[word] for word in _NOTHING]
_BY_NUMBER: Final = by_number("mining")
_SPACES: Final = open_spaces("mining", lambda space: Mine(int(space.name)))

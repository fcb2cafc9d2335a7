"""Delivery: every complete order of one vehicle, for its VP; the coal goes back to the supply."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from ...errors import NotLegal
from ...phrase import phrase
from ..action import Action, kind, open_spaces
from ..components import VEHICLES, Card, spaces
from ..events import Delivered, Event
from ..game import Game, Pit
from ..notation import VEHICLE_WORDS, MoveWords, no_such
from ..turn import place


def complete(pit: Pit, vehicle: int) -> list[Card]:
    """The complete outstanding orders of a vehicle, in the order in which they were taken."""
    return [c for c, order in pit.orders.items() if c.vehicle == vehicle and not order.free]


_A_VEHICLE: Final = phrase("barrow, carriage, motorcar or engine")


@kind
@dataclass(frozen=True, slots=True)
class Deliver(Action):
    vehicle: int

    heads = ("deliver", "delivery", "ship")
    form = "deliver carriage"
    listed = 30

    def __post_init__(self) -> None:
        if self.vehicle not in range(len(VEHICLES)):
            raise no_such("vehicle", self.vehicle)

    @classmethod
    def choices(cls, game: Game) -> Iterable[Action]:
        ready = {card.vehicle for card, order in game.pits[game.turn].orders.items() if not order.free}
        if not ready:
            return ()
        workers, count = game.workers[game.turn], game.count
        return [
            action
            for vehicle, (space, action) in enumerate(_SPACES[game.table.players])
            if vehicle in ready and count[space] < workers
        ]

    @classmethod
    def read(cls, words: MoveWords, head: str, game: Game | None) -> Deliver:
        words.skip("by")
        if game is not None and not words:
            ready = [v for v in range(len(VEHICLES)) if complete(game.pits[game.turn], v)]
            if len(ready) == 1:
                return cls(ready[0])
            if ready:
                raise words.unclear(head, [cls(vehicle).write() for vehicle in ready])
        return cls(words.one_of(VEHICLE_WORDS, _A_VEHICLE))

    def write(self) -> str:
        return f"deliver {VEHICLES[self.vehicle]}"

    def play(self, game: Game, events: list[Event]) -> None:
        place(game, _BY_VEHICLE[self.vehicle], self, events)
        pit = game.own_pit()
        cards = complete(pit, self.vehicle)
        if not cards:
            raise NotLegal(
                "rule/nothing-to-deliver",
                "`{move}`: no order by {vehicle} is complete",
                move=self.write(),
                vehicle=phrase(VEHICLES[self.vehicle]),
            )
        for card in cards:
            game.coal += pit.orders.pop(card).held
        vp = sum(card.vp for card in cards)
        pit.delivered += tuple(cards)
        game.vp[game.turn] += vp
        events.append(Delivered(game.turn, tuple(cards), vp))


_BY_VEHICLE: Final = spaces("delivery")
_SPACES: Final = open_spaces("delivery", lambda space: Deliver(VEHICLES.index(space.name)))

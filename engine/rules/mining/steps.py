"""The work steps of a mining action, each a value that knows its text and does itself to a pit.

A cube that can be put on an order is named by a code: its colour when it is in the cage, its colour plus
four when it is in the storage. Two cubes together (a substitution) fill a spot of any colour and count
as two work steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import ClassVar, Final

from ...errors import NotLegal
from ...phrase import phrase
from ..choices import Choices
from ..coal import ANY, COLOURS, LETTERS, ONE, Heap
from ..components import CAGE_ROOM, CARDS, Card
from ..game import Order, Pit
from ..notation import no_such

STORED: Final = 4
"""Added to a colour, the code of a cube in storage."""
PLACES: Final = ("top", *LETTERS)
"""The places at which the cage can hang, by depth."""

Spot = tuple[Card, int]
Pair = tuple[int, int]

_FITTING: Final = frozenset(
    (spot, cubes)
    for spot in COLOURS
    for cubes in [(spot,), (spot + STORED,), *combinations_with_replacement(range(2 * STORED), 2)]
)
"""The cubes that go on a spot of a colour: one of its own, or any two."""


def _refuse(code: str, step: Step, why: str) -> NotLegal:
    return NotLegal(code, "`{step}`: {why}", step=step.write(), why=why)


@dataclass(frozen=True, slots=True)
class To:
    """Move the cage to a level (1 to 4) or to the surface (0)."""

    depth: int
    cost: ClassVar[int] = 1

    def __post_init__(self) -> None:
        if self.depth not in range(len(PLACES)):
            raise no_such("place for the cage", self.depth)

    def write(self) -> str:
        return f"to {PLACES[self.depth]}"

    def do(self, pit: Pit) -> None:
        if pit.depth == self.depth:
            raise _refuse("rule/cage-is-there", self, phrase("the cage hangs there already"))
        pit.depth = self.depth


@dataclass(frozen=True, slots=True)
class Load:
    """Take a cube from a lorry of the cage's level into the cage."""

    colour: int
    cost: ClassVar[int] = 1

    def __post_init__(self) -> None:
        if self.colour not in COLOURS:
            raise no_such("colour", self.colour)

    def write(self) -> str:
        return f"load {LETTERS[self.colour]}"

    def do(self, pit: Pit) -> None:
        level = pit.depth - 1
        if level < 0:
            raise _refuse(
                "rule/cage-at-top", self, phrase("the cage is at the surface: send it to a level first")
            )
        if not pit.loaded[level] & ANY[self.colour]:
            raise _refuse("rule/no-coal-there", self, phrase("no lorry of that level holds such a cube"))
        if pit.cage % 255 >= CAGE_ROOM:
            raise _refuse("rule/cage-full", self, phrase("the cage is full"))
        pit.loaded[level] -= ONE[self.colour]
        pit.cage += ONE[self.colour]


@dataclass(frozen=True, slots=True)
class Store:
    """Move a cube from the cage at the surface to the private storage."""

    colour: int
    cost: ClassVar[int] = 1

    def __post_init__(self) -> None:
        if self.colour not in COLOURS:
            raise no_such("colour", self.colour)

    def write(self) -> str:
        return f"store {LETTERS[self.colour]}"

    def do(self, pit: Pit) -> None:
        _take(pit, self.colour, self)
        pit.storage += ONE[self.colour]


@dataclass(frozen=True, slots=True)
class Fill:
    """Put one cube on a free spot of its colour, or two of any colours on a free spot of any."""

    card: Card
    spot: int
    cubes: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.cubes) > 1:  # in one order, so that the same substitution is the same value
            object.__setattr__(self, "cubes", tuple(sorted(self.cubes)))
        if (self.spot, self.cubes) not in _FITTING:
            raise no_such("way to fill a spot", (self.spot, self.cubes))

    @property
    def cost(self) -> int:
        return len(self.cubes)

    def write(self) -> str:
        text = f"fill {self.card.name} {LETTERS[self.spot]}"
        if len(self.cubes) == 2:
            text += " with " + "+".join(LETTERS[cube % STORED] for cube in self.cubes)
        stored = [cube >= STORED for cube in self.cubes]
        if all(stored):
            return text + " from store"
        return text + " from cage+store" if any(stored) else text

    def do(self, pit: Pit) -> None:
        order = pit.orders.get(self.card)
        if order is None:
            raise _refuse("rule/not-your-order", self, phrase("that is not one of your outstanding orders"))
        if not order.free & ANY[self.spot]:
            raise _refuse("rule/no-free-spot", self, phrase("the order has no free spot of that colour"))
        held = order.held
        for cube in self.cubes:
            _take(pit, cube, self)
            held += ONE[cube & 3]
        pit.orders[self.card] = Order(order.free - ONE[self.spot], held)


Step = To | Load | Store | Fill


def _take(pit: Pit, cube: int, step: Step) -> None:
    """Take a cube from the cage at the surface or from the storage."""
    if cube >= STORED:
        if not pit.storage & ANY[cube - STORED]:
            raise _refuse("rule/not-in-storage", step, phrase("no such cube is in your storage"))
        pit.storage -= ONE[cube - STORED]
        return
    if pit.depth:
        raise _refuse("rule/cage-below", step, phrase("the cage is not at the surface: `to top` first"))
    if not pit.cage & ANY[cube]:
        raise _refuse("rule/not-in-cage", step, phrase("no such cube is in the cage"))
    pit.cage -= ONE[cube]


MOVES: Final = tuple(
    tuple(To(depth) for depth in range(len(PLACES)) if depth != here) for here in range(len(PLACES))
)
LOADS: Final = tuple(Load(colour) for colour in COLOURS)
STORES: Final = tuple(Store(colour) for colour in COLOURS)
FILLS: Final = {
    card: tuple(Fill(card, cube & 3, (cube,)) for cube in range(2 * STORED)) for card in CARDS.values()
}
"""For each card, the step that puts the cube of that code on its own colour's spot."""


@lru_cache(maxsize=4096)
def _colours_in(heap: Heap) -> tuple[int, ...]:
    return tuple(colour for colour in COLOURS if heap & ANY[colour])


@lru_cache(maxsize=4096)
def _pairs(at_hand: Heap) -> tuple[Pair, ...]:
    """Every two cubes that can be taken together from cage (low bytes) and storage (high bytes)."""
    counts = [at_hand >> 8 * cube & 255 for cube in range(2 * STORED)]
    return tuple(
        (a, b)
        for a, b in combinations_with_replacement(range(2 * STORED), 2)
        if counts[a] and counts[b] and (a != b or counts[a] > 1)
    )


def legal_steps_in(pit: Pit, left: int) -> Sequence[Step]:
    """The work steps open in a pit with so many left. Stopping is always allowed besides."""
    if left <= 0:
        return ()
    steps: list[Step] = [*MOVES[pit.depth]]
    at_hand = pit.storage << 32
    if pit.depth:
        if pit.cage % 255 < CAGE_ROOM:
            steps += [LOADS[colour] for colour in _colours_in(pit.loaded[pit.depth - 1])]
    elif pit.cage:
        steps += [STORES[colour] for colour in _colours_in(pit.cage)]
        at_hand += pit.cage
    if not at_hand:
        return steps
    spots: list[Spot] = []
    for card, order in pit.orders.items():
        fills = FILLS[card]
        for colour in _colours_in(order.free):
            spots.append((card, colour))
            if at_hand & ANY[colour]:
                steps.append(fills[colour])
            if at_hand >> 32 & ANY[colour]:
                steps.append(fills[colour + STORED])
    if left < 2 or not spots:
        return steps
    pairs = _pairs(at_hand)
    return Choices(steps, len(spots) * len(pairs), lambda i: _substitution(spots, pairs, i))


def _substitution(spots: list[Spot], pairs: tuple[Pair, ...], index: int) -> Step:
    card, colour = spots[index // len(pairs)]
    return Fill(card, colour, pairs[index % len(pairs)])

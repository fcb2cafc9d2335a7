"""Conditions: `if` and `stop if` ask only for what the owner of the order may see.

Each test is a value with one canonical text. A condition is a test, or its opposite.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final, NamedTuple

from ..rules import Game, Pit, Tile
from ..rules.coal import LETTERS, count, total
from ..rules.components import SPACES
from ..rules.turn import face_up
from .kinds import CardKind, Kind
from .memory import Memory
from .wants import DrawFive, Plain, Take, Want, cheapest

SOMEONE: Final = -1
MEASURES: Final = ("money", "workers", "orders", "cubes", "vp", "shift")
OWN: Final = frozenset({"money", "orders", "cubes"})
"""Tests of things that nobody but the owner can change."""
VERBS: Final = ("factory", "mine", "deliver", "money", "order", "bank", "draw")


SHIFT_END: Final = "shift end"


class Sight(NamedTuple):
    """The sight of a test: the owner's view, what they remember, and the first line of this turn."""

    view: Game
    memory: Memory
    first: Want | None = None

    @property
    def pit(self) -> Pit:
        return self.view.pits[self.memory.seat]


def compare(left: int, sign: str, right: int) -> bool:
    return left <= right if sign == "<=" else left >= right if sign == ">=" else left == right


@dataclass(frozen=True, slots=True)
class Measure:
    """A number of the owner's: `money >= 8`, `cubes k >= 2`. Cubes on orders are not counted."""

    what: str
    sign: str
    number: int
    colour: int | None = None

    def holds(self, sight: Sight) -> bool:
        return compare(self.value(sight), self.sign, self.number)

    def value(self, sight: Sight) -> int:
        view, pit, seat = sight.view, sight.pit, sight.memory.seat
        match self.what:
            case "money":
                return pit.money
            case "workers":
                return view.workers[seat]
            case "orders":
                return len(pit.orders)
            case "vp":
                return view.vp[seat]
            case "shift":
                return view.shift
        loose = sum(pit.loaded) + pit.cage + pit.storage
        return total(loose) if self.colour is None else count(loose, self.colour)

    def write(self) -> str:
        colour = "" if self.colour is None else f" {LETTERS[self.colour]}"
        return f"{self.what}{colour} {self.sign} {self.number}"


@dataclass(frozen=True, slots=True)
class Costs:
    """The workers that some space takes now: `mine 8 costs >= 3`. Of what is not on offer nothing holds."""

    want: Take | DrawFive | Plain
    sign: str
    number: int

    def holds(self, sight: Sight) -> bool:
        cost = cheapest(self.want, sight.view)
        return cost is not None and compare(cost, self.sign, self.number)

    def write(self) -> str:
        place = self.want.action.write() if isinstance(self.want, Plain) else self.want.write()
        return f"{place} costs {self.sign} {self.number}"


@dataclass(frozen=True, slots=True)
class Offered:
    """A piece of the kind lies face up: `E-bb on offer`."""

    kind: Kind

    def holds(self, sight: Sight) -> bool:
        view = sight.view
        pieces = (*view.tiles, *view.cards, *view.draft)
        return any(piece is not None and self.kind.fits(piece) for piece in pieces)

    def write(self) -> str:
        return f"{piece_text(self.kind)} on offer"


@dataclass(frozen=True, slots=True)
class Own:
    """The owner has an outstanding order of the kind, or a complete one: `have C-kk`, `complete C-kk`."""

    kind: CardKind
    complete: bool = False

    def holds(self, sight: Sight) -> bool:
        return any(
            self.kind.fits(card) and not (self.complete and order.free)
            for card, order in sight.pit.orders.items()
        )

    def write(self) -> str:
        return f"{'complete' if self.complete else 'have'} {self.kind.write()}"


@dataclass(frozen=True, slots=True)
class OtherPlayed:
    """Another seat's last turn: `seat 2 played deliver`. Seats are written from 1 on."""

    who: int
    verb: str

    def holds(self, sight: Sight) -> bool:
        last, own = sight.memory.last, sight.memory.seat
        seats = [seat for seat in range(len(last)) if seat != own] if self.who == SOMEONE else [self.who]
        return any(last[seat] == self.verb for seat in seats if seat < len(last))

    def write(self) -> str:
        return f"{who_text(self.who)} played {self.verb}"


@dataclass(frozen=True, slots=True)
class Takes:
    """Another took a piece of the kind since the order was sent: `someone takes E-bb`."""

    who: int
    kind: Kind

    def holds(self, sight: Sight) -> bool:
        own = sight.memory.seat
        return any(
            (seat != own if self.who == SOMEONE else seat == self.who) and self.kind.fits(piece)
            for seat, piece in sight.memory.taken
        )

    def write(self) -> str:
        return f"{who_text(self.who)} takes {piece_text(self.kind)}"


@dataclass(frozen=True, slots=True)
class New:
    """A piece of the kind was turned up since, lies there still, and can be paid: `new order 7vp`."""

    kind: Kind

    def holds(self, sight: Sight) -> bool:
        return any(
            self.kind.fits(piece)
            and face_up(sight.view, SPACES[index]) is piece
            and not (isinstance(piece, Tile) and piece.price > sight.pit.money)
            for index, piece in sight.memory.turned
        )

    def write(self) -> str:
        return f"new {self.kind.area} {self.kind.write()}"


@dataclass(frozen=True, slots=True)
class Happened:
    """Something that is told by one word: `ousted`, `shift end`, `gone`.

    `ousted`: workers of the owner were sent to the canteen since the order was sent. `shift end`: a shift was
    scored since. `gone`: line 1 of this turn wants a piece, and none of its kind is on offer.
    """

    what: str
    ALL: ClassVar[tuple[str, ...]] = ("ousted", SHIFT_END, "gone")

    def holds(self, sight: Sight) -> bool:
        if self.what == "ousted":
            return sight.memory.ousted
        if self.what == SHIFT_END:
            return sight.memory.shift_ended
        return isinstance(sight.first, Take) and cheapest(sight.first, sight.view) is None

    def write(self) -> str:
        return self.what


Test = Measure | Costs | Offered | Own | OtherPlayed | Takes | New | Happened


@dataclass(frozen=True, slots=True)
class Condition:
    """A test that must hold, or must not."""

    test: Test
    wanted: bool = True

    def holds(self, sight: Sight) -> bool:
        return self.test.holds(sight) is self.wanted

    def write(self) -> str:
        return self.test.write() if self.wanted else f"not {self.test.write()}"


def who_text(who: int) -> str:
    return "someone" if who == SOMEONE else f"seat {who + 1}"


def piece_text(kind: Kind) -> str:
    """A piece by its name; a kind with its area, since `g` could be a card's or a tile's."""
    return kind.write() if kind.exact else f"{kind.area} {kind.write()}"

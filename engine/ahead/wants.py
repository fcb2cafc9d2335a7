"""Wants, and the actions that satisfy them in a position. A piece is named, never its space."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from ..phrase import Phrase, phrase
from ..rules import Action, Bank, Card, Deliver, Draw, Factory, Game, Keep, Mine, Money, TakeOrder, Tile
from ..rules.actions.draw import AREA_OF
from ..rules.buying import Substitutes, substitutes, write_substitutes
from ..rules.components import SPACES, VEHICLES, Space, space
from ..rules.mining.planner import plans
from .kinds import Kind, best_first

NOT_OFFERED: Final = phrase("nothing of the kind is on offer")
NO_PLAN: Final = phrase("the planner finds no way to do it")
COAL_SHORT: Final = phrase("coal is short, and the line does not say what to take instead")
ROOMS: Final = {"factory": "factory", "order": "orders"}
"""The area of the board in which each sort of piece lies."""


class Way(NamedTuple):
    """One way to do what a line wants: the space, and the action; or why there is none on this space."""

    space: Space | None
    action: Action | None
    why_not: Phrase | None = None

    def cost(self, view: Game) -> int:
        """The workers that it takes now."""
        return view.count[self.space.index] + 1 if self.space else 1


@dataclass(frozen=True, slots=True)
class Take:
    """Buy a tile or take an order card of a kind. `coal` is what to load where coal is short."""

    kind: Kind
    coal: Substitutes = ()

    def write(self) -> str:
        return f"{self.kind.area} {self.kind.write()}{write_substitutes(self.coal)}"

    def ways(self, view: Game) -> Iterator[Way]:
        pieces = view.tiles if self.kind.area == "factory" else view.cards
        rows = [row for row, piece in enumerate(pieces) if piece is not None and self.kind.fits(piece)]
        for row in rows:
            piece, number = pieces[row], row + 1
            at = space(ROOMS[self.kind.area], str(number))
            if isinstance(piece, Tile):
                loads = _loads(view, piece, self.coal)
                if loads is None:
                    yield Way(at, None, COAL_SHORT)
                else:
                    yield Way(at, Factory(number, loads))
            else:
                yield Way(at, TakeOrder(number))


@dataclass(frozen=True, slots=True)
class DrawFive:
    """Look at five pieces, and what to keep of them: the first kind that is there. `None` keeps none."""

    word: str
    keep: tuple[Kind | None, ...] = ()
    end: str = ""
    """The place for the rest; the bottom unless it is said."""
    coal: Substitutes = ()

    def write(self) -> str:
        if not self.keep:
            return f"{self.word} draw"
        kinds = " or ".join("none" if kind is None else kind.write() for kind in self.keep)
        end = f", {self.end}" if self.end else ""
        return f"{self.word} draw, keep {kinds}{write_substitutes(self.coal)}{end}"

    def ways(self, view: Game) -> Iterator[Way]:
        yield Way(space(AREA_OF[self.word], "draw"), Draw(self.word))

    def choose(self, view: Game) -> Keep | None:
        """The piece to keep of the five that are drawn; nothing if no kind is there."""
        for kind in self.keep:
            for piece in [None] if kind is None else best_first(filter(kind.fits, view.drawn)):
                if kept := _kept(view, piece, self.end, self.coal):
                    return kept
        return None


@dataclass(frozen=True, slots=True)
class MineByPlan:
    """Mine by a plan of the planner: one that completes these orders, or its best."""

    number: int
    cards: tuple[Card, ...] = ()

    def write(self) -> str:
        cards = "".join(f" {card.name}" for card in self.cards)
        return f"mine {self.number}: plan{cards}"

    def ways(self, view: Game) -> Iterator[Way]:
        at = space("mining", str(self.number))
        for plan in plans(view.pits[view.turn], self.number):
            if plan.steps and set(self.cards) <= set(plan.completes):
                yield Way(at, Mine(self.number, plan.steps))
                return
        yield Way(at, None, NO_PLAN)


@dataclass(frozen=True, slots=True)
class Plain:
    """A move that means the same in every position: money, a delivery, the bank, given work steps."""

    action: Money | Deliver | Bank | Mine

    def write(self) -> str:
        if isinstance(self.action, Mine) and not self.action.steps:
            return f"{self.action.write()}: nothing"
        return self.action.write()

    def ways(self, view: Game) -> Iterator[Way]:
        yield Way(self.space, self.action)

    @property
    def space(self) -> Space | None:
        """The space on which it is done; the bank is no space that anyone could make dearer."""
        match self.action:
            case Money(marks=number):
                return space("money", str(number))
            case Mine(number=number):
                return space("mining", str(number))
            case Deliver(vehicle=vehicle):
                return space("delivery", VEHICLES[vehicle])
        return None


Want = Take | DrawFive | MineByPlan | Plain


def spaces_of(want: Want) -> tuple[Space, ...]:
    """The spaces on which this can be done at all, in any game."""
    match want:
        case Take(kind=kind):
            return tuple(at for at in SPACES if at.area == ROOMS[kind.area] and at.shows)
        case DrawFive(word=word):
            return (space(AREA_OF[word], "draw"),)
        case MineByPlan(number=number):
            return (space("mining", str(number)),)
    return (want.space,) if want.space else ()


def cheapest(want: Want, view: Game) -> int | None:
    """The fewest workers for which it could be done now, were it allowed; nothing if it is not on offer."""
    if isinstance(want, Take):
        return min((way.cost(view) for way in want.ways(view)), default=None)
    return min((view.count[at.index] + 1 for at in spaces_of(want)), default=1)


def _loads(view: Game, tile: Tile, coal: Substitutes) -> Substitutes | None:
    """The coal to load instead of what is missing: as much of the list as is needed."""
    possible = substitutes(view.coal, tile)
    if () in possible:
        return ()
    loads = tuple(sorted(coal[: len(possible[0])]))
    return loads if loads in possible else None


def _kept(view: Game, piece: Tile | Card | None, end: str, coal: Substitutes) -> Keep | None:
    """The choice of this piece, if it can be paid and loaded; the rest goes back as it was drawn."""
    loads: Substitutes = ()
    back: list[Tile | Card] = [*view.drawn]
    if piece is not None:
        back.remove(piece)
    if isinstance(piece, Tile):
        found = _loads(view, piece, coal)
        if found is None or piece.price > view.pits[view.turn].money:
            return None
        loads = found
    return Keep(piece, loads, (end or "bottom") if back else "", tuple(back))

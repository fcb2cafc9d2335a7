"""Events: the facts of a ply, which everyone at the table sees.

No event holds anything hidden: what a draw-five showed stands in the position of the player who drew.
Each is a tuple with names, in the order in which they happened.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol, runtime_checkable

from .components import Card, Space, Tile

if TYPE_CHECKING:
    from ..phrase import Phrase
    from .mining.steps import Step


class Drafted(NamedTuple):
    seat: int
    card: Card


class Placed(NamedTuple):
    """Workers went to a space; `ousted` workers of seat `whose` went to the canteen."""

    seat: int
    space: Space
    workers: int
    ousted: int
    whose: int


class Banked(NamedTuple):
    seat: int
    marks: int


class TookMoney(NamedTuple):
    seat: int
    marks: int


class Bought(NamedTuple):
    """A tile came into a pit. `coal` holds the letters of the cubes put on it; `empty` lorries got none."""

    seat: int
    tile: Tile
    price: int
    coal: str
    empty: int


class TookOrder(NamedTuple):
    seat: int
    card: Card


class Looked(NamedTuple):
    """A draw-five: so many were looked at."""

    seat: int
    area: str
    pieces: int


class Returned(NamedTuple):
    """The rest of a draw-five went back, all to one end; `end` is empty when nothing did."""

    seat: int
    area: str
    pieces: int
    end: str


class Mined(NamedTuple):
    seat: int
    steps: tuple[Step, ...]


class Completed(NamedTuple):
    """The last free spot of an order was filled."""

    seat: int
    card: Card


class Delivered(NamedTuple):
    seat: int
    cards: tuple[Card, ...]
    vp: int


class TurnedUp(NamedTuple):
    """A space was refilled from its stack."""

    space: Space
    piece: Tile | Card


class ShiftScored(NamedTuple):
    """For each element scored: what each seat counts, and the VP it got.

    `delivered` is what each seat has delivered so far: now everyone sees it, even what lies face down.
    """

    shift: int
    counts: tuple[tuple[int, ...], ...]
    prizes: tuple[tuple[int, ...], ...]
    delivered: tuple[tuple[Card, ...], ...]


class ShiftBegan(NamedTuple):
    shift: int
    start: int


class Ended(NamedTuple):
    """The game is over; these seats share first place."""

    winners: tuple[int, ...]


@runtime_checkable
class OwnEffect(Protocol):
    """An effect of an action's own: a named tuple beside its action, which tells itself.

    If it brings or costs money or points, they are its `marks` and `vp`.
    """

    @property
    def seat(self) -> int: ...

    @property
    def deed(self) -> Phrase:
        """Said after the player's name: `takes a rest`."""
        ...


Event = (
    Drafted
    | Placed
    | Banked
    | TookMoney
    | Bought
    | TookOrder
    | Looked
    | Returned
    | Mined
    | Completed
    | Delivered
    | TurnedUp
    | ShiftScored
    | ShiftBegan
    | Ended
    | OwnEffect
)

"""The memory of an order: what its owner has seen since it was sent, as far as conditions ask for it.

Everything here comes from the facts that the whole table sees (`Event`) and from the owner's own plies,
so that it can be found again from the log alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from ..rules import Action, Draft, Draw, Event, Game, Keep
from ..rules.events import Bought, Drafted, Placed, ShiftScored, TookOrder, TurnedUp
from .kinds import Piece


@dataclass(frozen=True, slots=True)
class Memory:
    """The progress of an order, and what happened meanwhile."""

    seat: int
    """The owner's seat."""
    last: tuple[str, ...]
    """The verb of each seat's last turn; empty before its first."""
    played: tuple[int, ...] = ()
    """For each turn that the order has played, the number of the line, from 0."""
    drawing: bool = False
    """Whether the order has drawn five, and nothing is chosen yet."""
    by_hand: bool = False
    """Whether the owner has made a turn without the order."""
    ousted: bool = False
    shift_ended: bool = False
    taken: tuple[tuple[int, Piece], ...] = ()
    """The pieces that each seat took."""
    turned: tuple[tuple[int, Piece], ...] = ()
    """The piece that was turned up last on each space, by its index."""


def begin(view: Game, seat: int, last: Sequence[str] = ()) -> Memory:
    """The memory of an order that is sent now. `last` is what each seat did last, where that is known."""
    return Memory(seat, tuple(last) or ("",) * view.players)


def verb(action: Action) -> str:
    """The word by which conditions call an action."""
    return "draw" if isinstance(action, Draw) else action.write().partition(" ")[0]


def remember(
    memory: Memory, seat: int, action: Action, events: Iterable[Event], line: int | None = None
) -> Memory:
    """After a ply; `line` is the line of the order that played it, if it was the order."""
    memory = _progress(memory, action, line) if seat == memory.seat else memory
    if not isinstance(action, Draft | Keep):
        last = (*memory.last[:seat], verb(action), *memory.last[seat + 1 :])
        memory = replace(memory, last=last)
    for event in events:
        memory = _notice(memory, event)
    return memory


def _progress(memory: Memory, action: Action, line: int | None) -> Memory:
    if isinstance(action, Draft):
        return memory
    if isinstance(action, Keep):
        return replace(memory, drawing=False)
    if line is None:
        return replace(memory, by_hand=True)
    return replace(memory, played=(*memory.played, line), drawing=isinstance(action, Draw))


def _notice(memory: Memory, event: Event) -> Memory:
    match event:
        case Placed(seat=seat, ousted=ousted, whose=whose) if ousted and whose == memory.seat != seat:
            return replace(memory, ousted=True)
        case ShiftScored():
            return replace(memory, shift_ended=True)
        case TookOrder(seat=seat, card=piece) | Drafted(seat=seat, card=piece):
            return replace(memory, taken=(*memory.taken, (seat, piece)))
        case Bought(seat=seat, tile=tile):
            return replace(memory, taken=(*memory.taken, (seat, tile)))
        case TurnedUp(space=space, piece=piece):
            others = tuple(known for known in memory.turned if known[0] != space.index)
            return replace(memory, turned=(*others, (space.index, piece)))
    return memory

"""What an action costs and what follows from it, found by trying it on a copy of the view."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from ..rules import Action, Event, Game, coal
from ..rules import events as happened
from ..rules.game import CHOOSE, DRAFT
from . import words
from .people import Person

BANK: Final = "bank"
DRAFTING: Final = "draft"
CHOOSING: Final = "choice"
_PHASE_AREAS: Final = {DRAFT: DRAFTING, CHOOSE: CHOOSING}


class Outcome(NamedTuple):
    """`area` is where the action is taken: a board's area, the bank, the draft or a choice.

    `space` is the worker space, or -1; `follows` are short phrases.
    """

    area: str
    space: int
    workers: int
    marks: int
    follows: tuple[str, ...]


def outcome(view: Game, action: Action, seated: Sequence[Person]) -> Outcome:
    """The action's own part only: what comes with the end of a turn or shift is left out."""
    after = view.copy()
    events: list[Event] = []
    action.play(after, events)
    seat = view.turn
    said = [phrase for event in events for phrase in _PHRASES.get(type(event), _nothing)(event, seated)]
    placed = next((event for event in events if isinstance(event, happened.Placed)), None)
    return Outcome(
        area=_PHASE_AREAS.get(view.phase) or (placed.space.area if placed else BANK),
        space=placed.space.index if placed else -1,
        workers=view.workers[seat] - after.workers[seat],
        marks=max(view.pits[seat].money - after.pits[seat].money, 0),
        follows=(*said, *_ousting(placed, seated)),
    )


def _nothing(event: Event, seated: Sequence[Person]) -> list[str]:
    return []


def _placed(event: happened.Placed, seated: Sequence[Person]) -> list[str]:
    if event.space.area != "mining":
        return []
    return [words.MAY_WORK.format(steps=words.steps(int(event.space.name)))]


def _ousting(placed: happened.Placed | None, seated: Sequence[Person]) -> list[str]:
    if not placed or not placed.ousted:
        return []
    template = words.SENDS_OFF_OWN if placed.whose == placed.seat else words.SENDS_OFF
    return [template.format(n=placed.ousted, whose=seated[placed.whose].name)]


def _bought(event: happened.Bought, seated: Sequence[Person]) -> list[str]:
    found = [f"{event.tile.name} {words.tile(event.tile)}"]
    foreign = [words.colour(c) for c in event.coal if c != coal.LETTERS[event.tile.colour]]
    if foreign:
        found.append(words.LOADING.format(cubes=words.together(foreign)))
    if event.empty:
        found.append(words.LEAVING.format(lorries=words.lorries(event.empty)))
    return found


def _drafted(event: happened.Drafted, seated: Sequence[Person]) -> list[str]:
    return [words.card(event.card)]


def _took_order(event: happened.TookOrder, seated: Sequence[Person]) -> list[str]:
    return [f"{event.card.name} {words.card(event.card)}"]


def _money(event: happened.Banked | happened.TookMoney, seated: Sequence[Person]) -> list[str]:
    return [words.GET_MARKS.format(marks=words.marks(event.marks))]


def _looked(event: happened.Looked, seated: Sequence[Person]) -> list[str]:
    return [words.MAY_KEEP.format(pieces=words.pieces(event.area, event.pieces))]


def _delivered(event: happened.Delivered, seated: Sequence[Person]) -> list[str]:
    return [words.GET_VP.format(cards=words.together([card.name for card in event.cards]), vp=event.vp)]


_PHRASES: Final[dict[type, Callable[[Any, Sequence[Person]], list[str]]]] = {
    happened.Placed: _placed,
    happened.Bought: _bought,
    happened.Drafted: _drafted,
    happened.TookOrder: _took_order,
    happened.Banked: _money,
    happened.TookMoney: _money,
    happened.Looked: _looked,
    happened.Delivered: _delivered,
}

"""The outcome of an action: its cost and what follows from it, found by trying it on a copy of the view."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from engine.tongue import Tongue

from ...rules import Action, Event, Game
from ...rules import events as happened
from ...rules.game import CHOOSE, DRAFT
from .. import words
from ..people import NamedPlayer
from ..story import Listeners, ousting

BANK: Final = "bank"
DRAFTING: Final = "draft"
CHOOSING: Final = "choice"
_PHASE_AREAS: Final = {DRAFT: DRAFTING, CHOOSE: CHOOSING}


class ActionOutcome(NamedTuple):
    """`area` is where the action is taken: a board's area, the bank, the draft or a choice.

    `space` is the worker space, or -1; `follows` are short phrases.
    """

    area: str
    space: int
    workers: int
    marks: int
    follows: tuple[str, ...]


def outcome(view: Game, action: Action, seated: Sequence[NamedPlayer], tongue: Tongue) -> ActionOutcome:
    """The action's own part only: what comes with the end of a turn or shift is left out."""
    after = view.copy()
    events: list[Event] = []
    action.play(after, events)
    seat = view.turn
    said = [phrase for event in events for phrase in _PHRASES.get(type(event), _own_words)(event, tongue)]
    placed = next((event for event in events if isinstance(event, happened.Placed)), None)
    return ActionOutcome(
        area=_PHASE_AREAS.get(view.phase) or (placed.space.area if placed else BANK),
        space=placed.space.index if placed else -1,
        workers=view.workers[seat] - after.workers[seat],
        marks=max(view.pits[seat].money - after.pits[seat].money, 0),
        follows=(*said, *(ousting(placed, Listeners(seated, tongue)) if placed else ())),
    )


def _own_words(event: Event, tongue: Tongue) -> list[str]:
    """An effect that is told by its action alone; those of the table are left out."""
    deed = getattr(event, "deed", None)
    return [] if deed is None else [tongue.phrase(deed)]


def _placed(event: happened.Placed, tongue: Tongue) -> list[str]:
    return [words.may_work(tongue, int(event.space.name))] if event.space.area == "mining" else []


def _bought(event: happened.Bought, tongue: Tongue) -> list[str]:
    tile = f"{event.tile.name} {words.tile(tongue, event.tile)}"
    return [tile, *words.short_of_coal(tongue, event.tile, event.coal, event.empty)]


def _drafted(event: happened.Drafted, tongue: Tongue) -> list[str]:
    return [words.card(tongue, event.card)]


def _took_order(event: happened.TookOrder, tongue: Tongue) -> list[str]:
    return [f"{event.card.name} {words.card(tongue, event.card)}"]


def _money(event: happened.Banked | happened.TookMoney, tongue: Tongue) -> list[str]:
    return [words.get_marks(tongue, event.marks)]


def _looked(event: happened.Looked, tongue: Tongue) -> list[str]:
    return [words.may_keep(tongue, event.area, event.pieces)]


def _delivered(event: happened.Delivered, tongue: Tongue) -> list[str]:
    cards = words.together([card.name for card in event.cards])
    return [tongue.say(words.GET_VP, cards=cards, vp=event.vp)]


_PHRASES: Final[dict[type, Callable[[Any, Tongue], list[str]]]] = {
    happened.Placed: _placed,
    happened.Bought: _bought,
    happened.Drafted: _drafted,
    happened.TookOrder: _took_order,
    happened.Banked: _money,
    happened.TookMoney: _money,
    happened.Looked: _looked,
    happened.Delivered: _delivered,
}

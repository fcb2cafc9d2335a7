"""The means of a player to act with, in a few lines: money, workers, points, cage, storage and orders."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.phrase import word
from engine.tongue import Tongue

from ...rules import Card, Game, Order, Pit
from ...rules.game import DRAFT
from .. import words
from ..boards.aloud import cage_in_words, still_free
from ..boards.orders import spots
from ..layout import flow, wrap
from ..scribe import Scribe

HAVE: Final = word("You have: {facts}.")


def means_lines(view: Game, seat: int, by: Scribe) -> list[str]:
    """The same facts in every style, in the words or the signs of the style."""
    pit = view.pits[seat]
    lines = wrap(by.tongue.say(HAVE, facts=", ".join(numbers(view, seat, by.tongue))))
    if view.phase != DRAFT:
        stored = words.cubes(by.tongue, pit.storage, words.EMPTY)
        storage = f"{words.capital(by.tongue.say(words.STORAGE))}: {stored}."
        lines += wrap(f"{cage_in_words(pit, by.tongue)} {storage}")
    return lines + _orders(pit, by)


def numbers(view: Game, seat: int, tongue: Tongue) -> Sequence[str]:
    """Money, workers and points."""
    away = view.canteen[seat]
    return (
        words.marks(tongue, view.pits[seat].money),
        words.workers_left(tongue, view.workers[seat]),
        *([words.in_canteen(tongue, away)] if away else []),
        tongue.say(words.WORTH, vp=view.vp[seat]),
    )


def _orders(pit: Pit, by: Scribe) -> list[str]:
    """The outstanding orders after each other, each with what is still to be filled."""
    label = f"{words.capital(by.tongue.say(words.OUTSTANDING))}:"
    if not pit.orders:
        return [f"{label} {by.tongue.say(words.NOTHING)}."]
    told = [_order(card, order, by) for card, order in pit.orders.items()]
    ends = [*(f"{each}," for each in told[:-1]), f"{told[-1]}."]
    return flow(ends, f"{label} ", "  ")


def _order(card: Card, order: Order, by: Scribe) -> str:
    """`E-ybgk ybg· 10 VP`, or aloud what is still free."""
    worth = by.tongue.say(words.WORTH, vp=card.vp)
    if by.spoken:
        return f"{card.name} ({still_free(order, by.tongue)}, {worth})"
    ready = "" if order.free else f" ({by.tongue.say(words.READY)})"
    return f"{card.name} {spots(card, order, by)} {worth}{ready}"

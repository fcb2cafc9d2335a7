"""What happened, as sentences in the order in which it happened.

What one player did is told in one sentence: a deed for each event, drawn together after the name. What
happened to the table is news, a sentence or more for each event.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Any, Final

from ..rules import Event, Tile, coal
from ..rules import components as box
from ..rules import events as happened
from ..rules.mining import write_steps
from . import words
from .people import Person, people


def tell(events: Iterable[Event], names: Sequence[str]) -> list[str]:
    """Sentences for these events, each without a line break."""
    seated = people(names)
    sentences: list[str] = []
    for seat, run in groupby(events, key=_doer):
        if seat is None:
            sentences += [sentence for event in run for sentence in NEWS[type(event)](event, seated)]
        else:
            deeds = [deed for event in run for deed in DEEDS[type(event)](event, seated)]
            sentences.append(words.DID.format(who=seated[seat].name, deeds=words.listed(deeds)))
    return sentences


def _doer(event: Event) -> int | None:
    return getattr(event, "seat", None)


def _drafted(event: happened.Drafted, seated: Sequence[Person]) -> list[str]:
    return [words.DRAFTS.format(card=event.card.name, what=words.card(event.card))]


def _placed(event: happened.Placed, seated: Sequence[Person]) -> list[str]:
    space = words.space(event.space)
    deeds = [words.PLACES.format(workers=words.workers(event.workers), space=space)]
    if event.ousted:
        template = words.OUSTS_OWN if event.whose == event.seat else words.OUSTS
        workers = words.workers(event.ousted)
        deeds.append(template.format(workers=workers, whose=seated[event.whose].name, space=space))
    return deeds


def _banked(event: happened.Banked, seated: Sequence[Person]) -> list[str]:
    return [words.BANKS.format(marks=words.marks(event.marks))]


def _took_money(event: happened.TookMoney, seated: Sequence[Person]) -> list[str]:
    return [words.TAKES_MONEY.format(marks=words.marks(event.marks))]


def _bought(event: happened.Bought, seated: Sequence[Person]) -> list[str]:
    deeds = [words.BUYS.format(tile=event.tile.name, marks=words.marks(event.price))]
    own = coal.LETTERS[event.tile.colour]
    foreign = [words.colour(letter) for letter in event.coal if letter != own]
    lack = words.colour(own)
    if foreign:
        deeds.append(words.LOADS_OTHER.format(cubes=words.together(foreign), colour=lack))
    if event.empty:
        deeds.append(words.LEAVES_EMPTY.format(lorries=words.lorries(event.empty), colour=lack))
    return deeds


def _took_order(event: happened.TookOrder, seated: Sequence[Person]) -> list[str]:
    return [words.TAKES_ORDER.format(card=event.card.name, what=words.card(event.card))]


def _looked(event: happened.Looked, seated: Sequence[Person]) -> list[str]:
    return [words.LOOKS_AT.format(pieces=words.pieces(event.area, event.pieces))]


def _returned(event: happened.Returned, seated: Sequence[Person]) -> list[str]:
    pieces = words.pieces(event.area, event.pieces)
    return [words.PUTS_BACK[event.end].format(pieces=pieces)]


def _mined(event: happened.Mined, seated: Sequence[Person]) -> list[str]:
    steps = words.steps(sum(step.cost for step in event.steps))
    template = words.MINES if event.steps else words.MINES_NOTHING
    return [template.format(steps=steps, written=write_steps(event.steps))]


def _completed(event: happened.Completed, seated: Sequence[Person]) -> list[str]:
    return [words.COMPLETES.format(card=event.card.name)]


def _delivered(event: happened.Delivered, seated: Sequence[Person]) -> list[str]:
    cards = words.together([card.name for card in event.cards])
    return [words.DELIVERS.format(cards=cards, vp=event.vp)]


def _turned_up(event: happened.TurnedUp, seated: Sequence[Person]) -> list[str]:
    """Played on a view, it is not known yet what is turned up."""
    piece = event.piece
    if piece in (box.HIDDEN_TILE, box.HIDDEN_CARD):
        return [words.TURNED_UP_HIDDEN.format(space=words.capital(words.space(event.space)))]
    what = words.tile(piece) if isinstance(piece, Tile) else words.card(piece)
    space = words.capital(words.space(event.space))
    return [words.TURNED_UP.format(space=space, piece=piece.name, what=what)]


def _shift_scored(event: happened.ShiftScored, seated: Sequence[Person]) -> list[str]:
    """The totals, every element that paid someone, and the cards, which may lie face down again after."""
    totals = [sum(prizes) for prizes in zip(*event.prizes, strict=True)]
    shares = [words.SHARE.format(who=p.name, vp=vp) for p, vp in zip(seated, totals, strict=True)]
    told = [words.SHIFT_SCORED.format(shift=words.SHIFTS[event.shift], shares=words.listed(shares))]
    for element, counts, prizes in zip(box.ELEMENTS, event.counts, event.prizes, strict=False):
        paid = _paid(seated, counts, prizes)
        if paid:
            name = words.capital(words.element(element))
            told.append(words.ELEMENT_PAID.format(element=name, paid=words.listed(paid)))
    for person, cards in zip(seated, event.delivered, strict=True):
        if cards:
            names = words.listed([card.name for card in cards])
            told.append(words.HAS_DELIVERED.format(who=person.name, cards=names))
    return told


def _paid(seated: Sequence[Person], counts: Sequence[int], prizes: Sequence[int]) -> list[str]:
    """Who got something for an element, and for how many."""
    return [
        words.PRIZE.format(who=person.name, vp=vp, n=n)
        for person, n, vp in zip(seated, counts, prizes, strict=True)
        if vp
    ]


def _shift_began(event: happened.ShiftBegan, seated: Sequence[Person]) -> list[str]:
    return [words.SHIFT_BEGAN.format(shift=words.SHIFTS[event.shift], who=seated[event.start].name)]


def _ended(event: happened.Ended, seated: Sequence[Person]) -> list[str]:
    return [words.ENDED.format(result=words.result([seated[seat].name for seat in event.winners]))]


Teller = Callable[[Any, Sequence[Person]], list[str]]

DEEDS: Final[dict[type, Teller]] = {
    happened.Drafted: _drafted,
    happened.Placed: _placed,
    happened.Banked: _banked,
    happened.TookMoney: _took_money,
    happened.Bought: _bought,
    happened.TookOrder: _took_order,
    happened.Looked: _looked,
    happened.Returned: _returned,
    happened.Mined: _mined,
    happened.Completed: _completed,
    happened.Delivered: _delivered,
}
"""What a player does; each is said after the name."""

NEWS: Final[dict[type, Teller]] = {
    happened.TurnedUp: _turned_up,
    happened.ShiftScored: _shift_scored,
    happened.ShiftBegan: _shift_began,
    happened.Ended: _ended,
}
"""What happens at the table, in whole sentences."""

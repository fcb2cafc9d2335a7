"""The story of events, as sentences in the order in which they happened.

What one player did is told in one sentence: a deed for each event, drawn together after the name. What
happened to the table is news, a sentence or more for each event.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, Final, NamedTuple

from engine.phrase import word
from engine.tongue import Tongue
from engine.tongue.offered_moves import offered

from ..rules import Card, Event
from ..rules import components as box
from ..rules import events as happened
from ..rules.mining.notation import write_steps
from . import words
from .boards.offer import HIDDEN
from .people import NamedPlayer, people
from .scribe import scribe
from .style import Style

_DID: Final = word("{who} {deeds}.")
_SHARE: Final = word("{who} {vp} VP")


class Listeners(NamedTuple):
    """The people at the table, and who of them is told; nobody in particular if `reader` is None."""

    seated: Sequence[NamedPlayer]
    tongue: Tongue
    reader: int | None = None


def tell(
    events: Iterable[Event],
    names: Sequence[str],
    tongue: Tongue = words.ENGLISH,
    style: Style = Style.ASCII,
    reader: int | None = None,
) -> list[str]:
    """Sentences for these events, each without a line break; what is the reader's own is called so."""
    said_in = scribe(tongue, style).tongue
    to = Listeners(people(names, said_in, style), said_in, reader)
    sentences: list[str] = []
    for seat, run in groupby(events, key=_doer):
        if seat is None:
            sentences += [sentence for event in run for sentence in NEWS[type(event)](event, to)]
        else:
            deeds = said_in.all_of(_deeds(run, to))
            sentences.append(said_in.say(_DID, who=to.seated[seat].name, deeds=deeds))
    return sentences


def _deeds(run: Iterable[Event], to: Listeners) -> Iterator[str]:
    """The deeds of one player; orders completed together are told together."""
    for kind, events in groupby(run, key=type):
        if kind is happened.Completed:
            yield _all_completed(
                [event.card for event in events if isinstance(event, happened.Completed)], to
            )
        else:
            tell_it = DEEDS.get(kind, _own_words)
            yield from (deed for event in events for deed in tell_it(event, to))


def _own_words(event: happened.OwnEffect, to: Listeners) -> list[str]:
    """An effect that is told by its action alone."""
    return [to.tongue.phrase(event.deed)]


def _doer(event: Event) -> int | None:
    return getattr(event, "seat", None)


def _drafted(event: happened.Drafted, to: Listeners) -> list[str]:
    what = words.card(to.tongue, event.card)
    return [to.tongue.say("drafts {card} ({what})", card=event.card.name, what=what)]


def _placed(event: happened.Placed, to: Listeners) -> list[str]:
    placed = to.tongue.count(
        "places {n} worker on {space}",
        "places {n} workers on {space}",
        event.workers,
        space=words.space(to.tongue, event.space),
    )
    return [placed, *ousting(event, to)]


def ousting(event: happened.Placed, to: Listeners) -> list[str]:
    """The players who had to go to the canteen."""
    if not event.ousted:
        return []
    if event.whose == event.seat:
        return [words.ousts_own(to.tongue, event.ousted, yours=event.whose == to.reader)]
    if event.whose == to.reader:
        return [words.ousts_yours(to.tongue, event.ousted)]
    return [words.ousts(to.tongue, event.ousted, to.seated[event.whose].name)]


def _banked(event: happened.Banked, to: Listeners) -> list[str]:
    return [
        to.tongue.count("goes to the bank for {n} Mark", "goes to the bank for {n} Marks", event.marks),
    ]


def _took_money(event: happened.TookMoney, to: Listeners) -> list[str]:
    return [to.tongue.count("takes {n} Mark", "takes {n} Marks", event.marks)]


def _bought(event: happened.Bought, to: Listeners) -> list[str]:
    tile = event.tile
    bought = to.tongue.count(
        "buys {tile} for {n} Mark", "buys {tile} for {n} Marks", event.price, tile=tile.name
    )
    return [bought, *words.short_of_coal(to.tongue, tile, event.coal, event.empty)]


def _took_order(event: happened.TookOrder, to: Listeners) -> list[str]:
    what = words.card(to.tongue, event.card)
    return [to.tongue.say("takes the order {card} ({what})", card=event.card.name, what=what)]


def _looked(event: happened.Looked, to: Listeners) -> list[str]:
    if event.area == "factory":
        return [to.tongue.count("looks at {n} tile", "looks at {n} tiles", event.pieces)]
    return [to.tongue.count("looks at {n} order", "looks at {n} orders", event.pieces)]


def _returned(event: happened.Returned, to: Listeners) -> list[str]:
    if not event.end:
        return [to.tongue.say("puts none back")]
    return [_PUTS_BACK[event.area, event.end](to.tongue, event.pieces)]


_PUTS_BACK: Final[dict[tuple[str, str], Callable[[Tongue, int], str]]] = {
    ("factory", "top"): lambda tongue, n: tongue.count(
        "puts {n} tile back on top of the stack", "puts {n} tiles back on top of the stack", n
    ),
    ("factory", "bottom"): lambda tongue, n: tongue.count(
        "puts {n} tile back at the bottom of the stack", "puts {n} tiles back at the bottom of the stack", n
    ),
    ("orders", "top"): lambda tongue, n: tongue.count(
        "puts {n} order back on top of the stack", "puts {n} orders back on top of the stack", n
    ),
    ("orders", "bottom"): lambda tongue, n: tongue.count(
        "puts {n} order back at the bottom of the stack", "puts {n} orders back at the bottom of the stack", n
    ),
}


def _mined(event: happened.Mined, to: Listeners) -> list[str]:
    if not event.steps:
        return [to.tongue.say("does no work step")]
    return [
        to.tongue.count(
            "does {n} work step ({written})",
            "does {n} work steps ({written})",
            sum(step.cost for step in event.steps),
            written=offered(write_steps(event.steps), to.tongue),
        )
    ]


def _completed(event: happened.Completed, to: Listeners) -> list[str]:
    return [_all_completed([event.card], to)]


def _all_completed(cards: Sequence[Card], to: Listeners) -> str:
    names = words.together([card.name for card in cards])
    return to.tongue.say("completes {cards}", cards=names)


def _delivered(event: happened.Delivered, to: Listeners) -> list[str]:
    cards = words.together([card.name for card in event.cards])
    return [to.tongue.say("delivers {cards} for {vp} VP", cards=cards, vp=event.vp)]


def _turned_up(event: happened.TurnedUp, to: Listeners) -> list[str]:
    """Played on a view, it is not known yet what is turned up."""
    space = words.capital(words.space(to.tongue, event.space))
    if event.piece in HIDDEN:
        return [to.tongue.say("{space} is refilled from the stack.", space=space)]
    what = words.piece(to.tongue, event.piece)
    return [
        to.tongue.say("{space} now shows {piece} ({what}).", space=space, piece=event.piece.name, what=what),
    ]


def _shift_scored(event: happened.ShiftScored, to: Listeners) -> list[str]:
    """The totals, every element that paid someone, and the cards, which may lie face down again after."""
    totals = [sum(prizes) for prizes in zip(*event.prizes, strict=True)]
    shares = [to.tongue.say(_SHARE, who=p.name, vp=vp) for p, vp in zip(to.seated, totals, strict=True)]
    shift = words.SHIFTS[event.shift]
    told = [to.tongue.say("Shift {shift} is scored: {shares}.", shift=shift, shares=to.tongue.all_of(shares))]
    for element, counts, prizes in zip(box.ELEMENTS, event.counts, event.prizes, strict=False):
        paid = _paid(to, counts, prizes)
        if paid:
            told.append(words.element_paid(to.tongue, element, paid))
    for person, cards in zip(to.seated, event.delivered, strict=True):
        if cards:
            names = to.tongue.all_of([card.name for card in cards])
            told.append(to.tongue.say("{who} has delivered {cards}.", who=person.name, cards=names))
    return told


def _paid(to: Listeners, counts: Sequence[int], prizes: Sequence[int]) -> list[str]:
    """The players who get something for an element, and for how many."""
    return [
        to.tongue.say(words.PRIZE, who=person.name, vp=vp, n=n)
        for person, n, vp in zip(to.seated, counts, prizes, strict=True)
        if vp
    ]


def _shift_began(event: happened.ShiftBegan, to: Listeners) -> list[str]:
    shift, who = words.SHIFTS[event.shift], to.seated[event.start].name
    return [to.tongue.say("Shift {shift} begins; {who} starts.", shift=shift, who=who)]


def _ended(event: happened.Ended, to: Listeners) -> list[str]:
    result = words.result(to.tongue, [to.seated[seat].name for seat in event.winners])
    return [to.tongue.say(words.ENDED, result=result)]


Teller = Callable[[Any, Listeners], list[str]]

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
"""The deeds of a player; each is said after the name."""

NEWS: Final[dict[type, Teller]] = {
    happened.TurnedUp: _turned_up,
    happened.ShiftScored: _shift_scored,
    happened.ShiftBegan: _shift_began,
    happened.Ended: _ended,
}
"""The news at the table, in whole sentences."""

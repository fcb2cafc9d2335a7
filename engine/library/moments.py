"""The moments of a game that are worth a look, found by what happened and how it changed the standings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from engine.library.chronicle import Chronicle, Ply
from engine.phrase import Phrase, counted, phrase
from engine.rules import coal
from engine.rules import events as happened

LARGEST_DELIVERIES: Final = 3
MANY_OUSTED: Final = 4


class Moment(NamedTuple):
    """A ply, and what is to be said about it in any language."""

    ply: int
    said: Phrase


def moments(game: Chronicle) -> list[Moment]:
    """All of them, in the order of the plies."""
    found = [moment for find in _FINDERS for moment in find(game)]
    return sorted(found, key=lambda moment: moment.ply)


def _deliveries(game: Chronicle) -> Iterator[Moment]:
    """The deliveries that gave the most; of equal ones the first."""
    made = [
        (event.vp, ply, event)
        for ply in game.plies
        for event in ply.events
        if isinstance(event, happened.Delivered)
    ]
    best = sorted(made, key=lambda delivery: (-delivery[0], delivery[1].number))[:LARGEST_DELIVERIES]
    for vp, ply, event in best:
        cards = " + ".join(card.name for card in event.cards)
        said = phrase("{who} delivers {cards} for {vp} VP.", who=game.names[ply.seat], cards=cards, vp=vp)
        yield Moment(ply.number, said)


def _leads(game: Chronicle) -> Iterator[Moment]:
    """Whenever somebody else than before is alone in front."""
    leader = None
    for ply in game.plies:
        vp = ply.after.vp
        first = [seat for seat, points in enumerate(vp) if points == max(vp)]
        if len(first) == 1 and first[0] != leader:
            leader = first[0]
            said = phrase("{who} takes the lead with {vp} VP.", who=game.names[leader], vp=vp[leader])
            yield Moment(ply.number, said)


def _completions(game: Chronicle) -> Iterator[Moment]:
    """Mining actions that completed several orders."""
    for ply in game.plies:
        cards = [event.card.name for event in ply.events if isinstance(event, happened.Completed)]
        if len(cards) > 1:
            said = counted(
                "{who} completes {n} order at once: {cards}.",
                "{who} completes {n} orders at once: {cards}.",
                len(cards),
                who=game.names[ply.seat],
                cards=" + ".join(cards),
            )
            yield Moment(ply.number, said)


def _shortages(game: Chronicle) -> Iterator[Moment]:
    """Tiles for whose lorries there was not enough coal."""
    for ply in game.plies:
        for event in ply.events:
            if isinstance(event, happened.Bought) and _is_short(event):
                said = phrase(
                    "Coal runs short: {who} gets {tile} with other coal, or with empty lorries.",
                    who=game.names[ply.seat],
                    tile=event.tile.name,
                )
                yield Moment(ply.number, said)


def _is_short(event: happened.Bought) -> bool:
    own = coal.LETTERS[event.tile.colour]
    return bool(event.empty) or any(letter != own for letter in event.coal)


def _ousted(game: Chronicle) -> Iterator[Moment]:
    """Spaces for which somebody paid dearly."""
    for ply in game.plies:
        placed = ply.placed
        if placed and placed.ousted >= MANY_OUSTED:
            said = counted(
                "{who} places {n} worker on one space.",
                "{who} places {n} workers on one space.",
                placed.workers,
                who=game.names[ply.seat],
            )
            yield Moment(ply.number, said)


def _stacks(game: Chronicle) -> Iterator[Moment]:
    """The moments at which a stack runs out."""
    for ply in game.plies:
        if _ran_out(ply, "tile_stack"):
            yield Moment(ply.number, phrase("The last tunnel tile is taken from the stack."))
        if _ran_out(ply, "card_stack"):
            yield Moment(ply.number, phrase("The last order is taken from the stack."))


def _ran_out(ply: Ply, stack: str) -> bool:
    return bool(getattr(ply.before, stack)) and not getattr(ply.after, stack)


_FINDERS: Final[tuple[Callable[[Chronicle], Iterator[Moment]], ...]] = (
    _deliveries,
    _leads,
    _completions,
    _shortages,
    _ousted,
    _stacks,
)

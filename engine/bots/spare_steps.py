"""Spare work steps, which a plan leaves over: cheap progress, one step after another."""

from __future__ import annotations

from engine.rules import Dig, Pit, Step, To
from engine.rules.coal import ANY, COLOURS, Heap, total
from engine.rules.components import CAGE_ROOM
from engine.rules.mining.steps import FILLS, LOADS, STORED, STORES


def use_up(begun: Dig) -> None:
    """Go on until no step is left or none helps."""
    while begun.left and (step := next_step(begun.pit, begun.left)):
        begun.do(step)


def next_step(pit: Pit, left: int) -> Step | None:
    """Fill what can be filled, fetch what orders want, then empty lorries; nothing is a choice too."""
    wanted = missing(pit)
    return (
        _fill(pit)
        or _bring_up(pit, wanted, left)
        or _load(pit, wanted)
        or _go_down(pit, wanted, left)
        or _load(pit, ANY_COLOUR)
        or _store(pit)
        or _go_down(pit, ANY_COLOUR, left)
    )


ANY_COLOUR: Heap = sum(ANY)


def missing(pit: Pit) -> Heap:
    """The colours that free spots want and that neither cage nor storage holds enough of, as a mask."""
    free = sum(order.free for order in pit.orders.values())
    held = pit.cage + pit.storage
    return sum(ANY[c] for c in COLOURS if (free & ANY[c]) > (held & ANY[c]))


def _fill(pit: Pit) -> Step | None:
    """A cube on a spot of its colour, on the order that is nearest to completion."""
    at_hand = (0 if pit.depth else pit.cage) + (pit.storage << 8 * STORED)
    for card, order in sorted(pit.orders.items(), key=lambda item: total(item[1].free)):
        for cube in range(2 * STORED):
            if order.free & ANY[cube % STORED] and at_hand >> 8 * cube & 255:
                return FILLS[card][cube]
    return None


def _bring_up(pit: Pit, wanted: Heap, left: int) -> Step | None:
    """To the surface with a cube that some order waits for, if nothing more can be had here."""
    free = sum(order.free for order in pit.orders.values())
    useful = any(free & ANY[c] and pit.cage & ANY[c] for c in COLOURS)
    if not pit.depth or not useful or left < 2:
        return None
    more = _load(pit, wanted) and left > 2
    return None if more else To(0)


def _load(pit: Pit, wanted: Heap) -> Step | None:
    if not pit.depth or total(pit.cage) >= CAGE_ROOM:
        return None
    here = pit.loaded[pit.depth - 1] & wanted
    return next((LOADS[c] for c in reversed(COLOURS) if here & ANY[c]), None)


def _go_down(pit: Pit, wanted: Heap, left: int) -> Step | None:
    """To the level with the most cubes of these colours."""
    if left < 2 or total(pit.cage) >= CAGE_ROOM:
        return None
    there = [total(heap & wanted) for heap in pit.loaded]
    level = max(reversed(COLOURS), key=there.__getitem__)
    return To(level + 1) if there[level] and pit.depth != level + 1 else None


def _store(pit: Pit) -> Step | None:
    if pit.depth:
        return None
    return next((STORES[c] for c in COLOURS if pit.cage & ANY[c]), None)

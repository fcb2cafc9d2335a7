"""The cost of filling given spots in a pit, and the way to do it in the fewest work steps.

Only counts by colour matter, and the best way follows from them without a search. Say that cubes at hand
(in the storage, and in the cage once it is at the surface) match all but `short` of the `spots` to fill.
Those that match go straight to their spots: using one in a substitution never saves a step. Each other
spot takes two steps and one of these:

- two cubes at hand that match nothing;
- a matching cube: load it, place it;
- two cubes that match nothing, with an extra step for each one that has to be loaded.

So the cost is `moves + spots + short + odd`, where `odd` counts the loaded cubes that match nothing.
Cubes are `missing` as long as there are fewer at hand than have to be placed (`spots + short`): a matching
load makes up for two of them, since it also saves a substitution, an odd one for one.

What remains is the cage's way. A round from the surface to v levels takes v + 1 moves, and one round does
as well as two. A cage that hangs at a level loads there and at further levels, one move each, and goes up.
Only then may its old load have left too little room; in that case a round from the surface follows, which
serves every level but the first as cheaply as the ascent did. Ten steps never need more than that:

- Before a round, the cubes at hand that the plan uses are placed, in pairs if need be; one may be left
  over. A round with l loads that can't be spared costs 2 l + 2 steps or more, so l is at most 4 and fits
  in beside that one. The cage is never full on a round: nothing has to be stored, no other round follows.
- Every level is visited for a load, which takes two steps more. So a round has three levels at most
  (3 v + 1 steps), and an ascent passes three at most besides its first (3 v + 1).
- A round after an ascent has one level. The cage had no room for all loads, so these and what it held are
  six cubes or more. Of them five are placed, v or more are loaded, and v + 2 are moves: 2 v + 7 steps.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final, NamedTuple

from ..coal import Heap
from ..components import CAGE_ROOM
from ..game import Pit
from .worksheet import Line, Worksheet, colours, first, overlap

LEVELS: Final = (4, 3, 2, 1)


class CageWay(NamedTuple):
    """The way of the cage: the levels of its ascent from below, then those of a round from the surface."""

    moves: int
    ascent: tuple[int, ...] = ()
    round: tuple[int, ...] = ()


class Haul(NamedTuple):
    """A way in a pit, and the coal that lies along it. `most` is how many cubes it can bring."""

    moves: int
    ascent: Heap
    round: Heap
    most: int
    way: CageWay


class Best(NamedTuple):
    """The cheapest haul for a target, and what is at hand on it. There is none if the cost is too high."""

    cost: int
    hand: Heap = 0
    haul: Haul | None = None


def _ways(depth: int) -> tuple[CageWay, ...]:
    """The ways of the cage from a depth, those of fewest moves first. On the first it stays where it is."""
    ways = [CageWay(0)]
    if depth:
        others = [level for level in LEVELS if level != depth]
        for size in range(4):
            ways += [CageWay(size + 1, (depth, *passed)) for passed in combinations(others, size)]
        ways += [CageWay(3, (depth,), (level,)) for level in others]
        ways.append(CageWay(3, (), (depth,)))  # all that is needed of the first level can be loaded later
    else:
        for size in (1, 2, 3):
            ways += [CageWay(size + 1, (), levels) for levels in combinations(LEVELS, size)]
    return tuple(sorted(ways, key=lambda way: way.moves))


WAYS: Final = tuple(_ways(depth) for depth in (0, *sorted(LEVELS)))


class Hoist:
    """The cage of one pit with a limit of work steps, ten at most: what can it fill, and how?"""

    __slots__ = ("_best", "_hands", "_hauls", "_lines", "_pit", "_room", "limit")

    def __init__(self, pit: Pit, limit: int) -> None:
        self.limit = limit
        self._pit = pit
        self._room = CAGE_ROOM - pit.cage % 255
        self._best: dict[Heap, Best] = {}
        self._lines: dict[Heap, list[Line]] = {}
        self._hauls = [self._haul(way) for way in WAYS[pit.depth] if way.moves <= limit]
        self._hands = [(pit.cage + pit.storage, self._hauls)]
        if pit.depth:  # the load of a cage that stays below is not at hand
            self._hands = [(pit.storage, self._hauls[:1]), (pit.cage + pit.storage, self._hauls[1:])]

    def _haul(self, way: CageWay) -> Haul:
        loaded = self._pit.loaded
        ascent = sum([loaded[level - 1] for level in way.ascent])
        round_ = sum([loaded[level - 1] for level in way.round])
        return Haul(way.moves, ascent, round_, min(self._room, ascent % 255) + round_ % 255, way)

    def cost(self, target: Heap) -> int:
        """The fewest steps in which these spots can be filled, or some number above the limit."""
        best = self._best.get(target)
        if best is None:
            best = self._best[target] = self._find(target)
        return best.cost

    def can_fill(self, target: Heap) -> bool:
        return self.cost(target) <= self.limit

    def _find(self, target: Heap) -> Best:
        """The cheapest of all hauls, by the formula above."""
        lowest, chosen = self.limit + 1, None
        for hand, hauls in self._hands:
            lack = target - overlap(target, hand)
            least = target % 255 + lack % 255
            missing = least - hand % 255
            for haul in hauls:
                moves, ascent, round_, most, _ = haul
                if least + moves >= lowest:
                    break
                match = overlap(lack, round_) if round_ else 0
                matching = match % 255
                if ascent:
                    matching += min(overlap(lack - match, ascent) % 255, self._room)
                odd = missing - 2 * matching
                if odd <= 0:
                    lowest, chosen = least + moves, (hand, haul)
                    break
                if least + moves + odd < lowest and matching + odd <= most:
                    lowest, chosen = least + moves + odd, (hand, haul)
        return Best(lowest, *chosen) if chosen else Best(lowest)

    def by_ease(self, free: Heap) -> Iterator[tuple[int, ...]]:
        """For each haul the colours of the free spots, the cheapest to fill first.

        Its best target of any size is the beginning of that list: first what is at hand, then what can be
        loaded, then what takes two cubes.
        """
        for hand, hauls in self._hands:
            straight = overlap(free, hand)
            lack = free - straight
            for haul in hauls:
                match = overlap(lack, haul.ascent + haul.round)
                yield colours(straight) + colours(match) + colours(lack - match)

    def lines_to_fill(self, target: Heap) -> list[Line]:
        """The lines that fill these spots at the least cost, which must be within the limit.

        Where a matching load and a substitution cost the same, the cube is loaded if the cage has room:
        that leaves the player more coal and an empty lorry.
        """
        if target not in self._lines:
            self._lines[target] = self._write(target)
        return self._lines[target]

    def _write(self, target: Heap) -> list[Line]:
        self.cost(target)
        _, hand, haul = self._best[target]
        if haul is None:
            raise ValueError("the target costs more steps than there are")
        lack = target - overlap(target, hand)
        match = overlap(lack, haul.round)
        ascent = first(self._room, overlap(lack - match, haul.ascent))
        match = first(self._fitting(target, lack - ascent), match)
        odd = target % 255 + lack % 255 - hand % 255 - 2 * (match % 255 + ascent % 255)
        extra = first(min(odd, self._room - ascent % 255), haul.ascent - ascent)
        sheet = Worksheet(self._pit, target)
        if haul.moves:
            sheet.load(haul.way.ascent, ascent + extra)
            sheet.go(0)
        sheet.place(coming=match)
        if haul.way.round:
            sheet.load(haul.way.round, match + first(odd - extra % 255, haul.round - match))
            sheet.go(0)
            sheet.place()
        return sheet.lines

    def _fitting(self, target: Heap, lack: Heap) -> int:
        """The number of matching cubes that a round can load for the spots that lack one.

        Cubes of the cage that match nothing stay in it unless they are paired before the round. With l
        loads, 2 (lack - l) of them are, and those that stay must fit in with the l.
        """
        staying = (self._pit.cage - overlap(target, self._pit.cage)) % 255
        return (CAGE_ROOM + 2 * (lack % 255) - staying) // 3

    def lines_to_load(self, wanted: Heap) -> list[Line]:
        """The lines that load most of these cubes in the fewest steps. The cage stays below."""
        hauls = [haul for haul in self._hauls if not (haul.way.ascent and haul.way.round)]
        best = max(hauls, key=lambda haul: self._gain(haul, wanted))  # of equal ones that of fewest moves
        sheet = Worksheet(self._pit, 0)
        cubes = overlap(wanted, best.ascent + best.round)
        sheet.load(best.way.ascent + best.way.round, first(self._gain(best, wanted), cubes))
        return sheet.lines

    def _gain(self, haul: Haul, wanted: Heap) -> int:
        """The number of these cubes that a haul loads if it leaves out its move to the surface."""
        cubes = overlap(wanted, haul.ascent + haul.round)
        return min(cubes % 255, self._room, self.limit - haul.moves + 1)

"""By how many VP a seat can expect to lead at the end: a look ahead by the scoring clock, without search.

A seat's outstanding orders are put in the order in which they will be done, and the work that they take is
set against the workers that are left until each shift scoring. So an order in hand already counts, by the
hope that it is delivered in time, for its VP and in every majority that it will serve.

The weights are guesses that thousands of games between bots have bent into shape. Only sums, products and
square roots are used, one after another: a position is worth the same on every machine and every Python.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final, NamedTuple

from engine.rules import CARDS, HIDDEN_CARD, Card, Game, Order, Pit
from engine.rules import components as box
from engine.rules.coal import COLOURS, Heap, counts, total

DELIVERY, ALONG = 1.82, 0.43
"""Workers for a delivery, and for a further order that goes along by the same vehicle."""
FILL, HAUL, FETCH = 0.326, 1.015, 2.37
"""Workers for a free spot: its cube is up already, lies on a lorry, or has to be bought."""
EARN: Final = 1.3
"""Workers for a Mark that is missing."""
EMPTYING, BESIDES = 0.342, 0.566
"""Workers for emptying a lorry that no order wants emptied; the part of other work that comes before it."""
SLACK, WIDTH = 3.12, 0.346
"""The uncertainty about what gets done in time: a constant, and a part of the work."""
NEAR, FAR = 0.545, 0.0677
"""The range in which a lead in an element may still move: a constant, and so much for each worker left."""

EARNED: Final = 0.662
"""The share that is left of the VP of orders that one hopes to deliver."""
LATER: Final = 0.856
"""The share that is left of the prizes after this shift's."""
MANY: Final = 6
SOME, SOME_LATER = 0.148, 1.42
MORE, MORE_LATER = 0.21, 0.501
"""A Mark among the first and among more: at the end, and what the workers of a whole game would add."""
LOOSE, LOOSE_MOST = 0.358, 4
LOOSE_LATER: Final = 0.307, 0.491, 0.788, 1.159
"""A cube that no order needs, likewise, by colour; more of a colour than this will hardly be needed."""
IMBALANCE, IMBALANCE_LATER = -1.875, 0.784
"""A tile of imbalance, likewise."""
WORKER: Final = 0.564
"""A worker still to be placed in this shift."""
START: Final = 1.214
"""Being the one who starts the next shift."""

_PRIZES: Final = [(element.first, element.second) for element in box.ELEMENTS]
_FACTORY: Final = [space.index for space in box.spaces("factory")]


class Prospects(NamedTuple):
    """A seat's expectation of its own pit in VP, and what it will count at each scoring to come."""

    orders: float
    means: float
    """Marks, coal, workers and balance."""
    counts: list[list[float]]


class Lead(NamedTuple):
    """By how many VP a seat is ahead of the others, and in what."""

    points: float
    orders: float
    means: float
    start: float
    now: float
    """The prizes of this shift's scoring."""
    later: float

    @property
    def total(self) -> float:
        return self.points + self.orders + self.means + self.start + self.now + self.later


def clock(game: Game, seat: int) -> list[int]:
    """The workers that a seat has until each scoring to come."""
    later = box.WORKERS[game.table.players]
    now = game.workers[seat]
    return [now + later * shifts for shifts in range(box.SHIFTS + 1 - max(game.shift, 1))]


def hope(workers: float, work: float) -> float:
    """The chance that so many workers get so much work done."""
    x = (workers - work) / (SLACK + WIDTH * work)
    return (1 + x / sqrt(1 + x * x)) / 2


def prospects(pit: Pit, hours: Sequence[int], whole: int) -> Prospects:
    """The prospects of a pit with these workers until each scoring; a `whole` game has so many."""
    up = list(counts(pit.cage + pit.storage))
    below = list(counts(sum(pit.loaded)))
    delivered = _delivered(pit.delivered)
    rows = [[*delivered, 0.0, 0.0, 0.0, 0.0] for _ in hours]
    marks, work, earned, served = pit.money, 0.0, 0.0, 0
    for card, order in sorted(pit.orders.items(), key=_distance):
        work += ALONG if served >> card.vehicle & 1 else DELIVERY
        served |= 1 << card.vehicle
        if order.free:
            toil, marks = _toil(order.free, up, below, marks)
            work += toil
        chance, places = 0.0, _COUNTS[card]
        for row, workers in zip(rows, hours, strict=True):
            chance = hope(workers, work)
            for place, n in places:
                row[place] += chance * n
        earned += chance * (card.vp - box.VP_PER_OUTSTANDING) + box.VP_PER_OUTSTANDING
    idle = hope(hours[-1], BESIDES * work + EMPTYING * (below[0] + below[1] + below[2] + below[3]))
    for level in COLOURS:
        rows[-1][8 + level] = (pit.lorries >> 8 * level & 255) - pit.loaded[level] % 255 * (1 - idle)
    share = hours[-1] / whole
    means = WORKER * hours[0] + pit.imbalance() * (IMBALANCE + IMBALANCE_LATER * share)
    return Prospects(EARNED * earned, means + _purse(marks, share) + _loose(up, below, share), rows)


def _toil(free: Heap, up: list[int], below: list[int], marks: int) -> tuple[float, int]:
    """The work for these spots, and the Marks then left; coal that is up, then on lorries, is used up."""
    work = 0.0
    for colour in COLOURS:
        for _ in range(free >> 8 * colour & 255):
            if up[colour]:
                up[colour] -= 1
                work += FILL
            elif below[colour]:
                below[colour] -= 1
                work += HAUL
            else:
                price = box.PRICES[colour]
                work += FETCH + EARN * max(0, min(price, price - marks))
                marks -= price
    return work, marks


def _purse(marks: int, share: float) -> float:
    """Marks that no order needs."""
    if marks <= 0:
        return 0.0
    some = min(marks, MANY)
    return some * (SOME + SOME_LATER * share) + (marks - some) * (MORE + MORE_LATER * share)


def _loose(up: list[int], below: list[int], share: float) -> float:
    """Coal that no order needs."""
    worth = 0.0
    for colour in COLOURS:
        worth += min(up[colour] + below[colour], LOOSE_MOST) * (LOOSE + LOOSE_LATER[colour] * share)
    return worth


def _distance(item: tuple[Card, Order]) -> tuple[int, int]:
    """The order of doing things: first what lacks least, then what brings most."""
    card, order = item
    return order.free % 255, -card.vp


def _places(card: Card) -> tuple[tuple[int, float], ...]:
    """The worth of a card, once delivered, in those of the first eight elements in which it counts."""
    spots = [(colour, float(n)) for colour, n in enumerate(counts(card.spots)) if n]
    return (*spots, (4 + card.vehicle, float(total(card.spots))))


def _mean(cards: Sequence[Card]) -> tuple[tuple[int, float], ...]:
    """The mean worth of these cards, for one that is unknown."""
    sums = [0] * 8
    for card in cards:
        for place, n in _places(card):
            sums[place] += int(n)
    return tuple((place, n / len(cards)) for place, n in enumerate(sums))


_COUNTS: Final = {card: _places(card) for card in CARDS.values()} | {HIDDEN_CARD: _mean([*CARDS.values()])}


def _delivered(cards: Sequence[Card]) -> list[float]:
    """The worth of delivered cards in the first eight elements; face-down ones by their mean."""
    sums = [0.0] * 8
    for card in cards:
        for place, n in _COUNTS[card]:
            sums[place] += n
    return sums


Look = tuple[object, ...]
"""All of a pit that matters to what comes of it."""


Last = tuple[Pit | None, int, int, Prospects]
"""The last result for a seat: its pit, its workers, the shift, and what came of them."""


def look(pit: Pit) -> Look:
    """Two pits that look alike have the same prospects and the same ways to mine."""
    held = pit.money, pit.depth, pit.cage, pit.storage, *pit.loaded
    return *held, pit.tiles, pit.delivered, *pit.orders.items()


class Foresight:
    """The expectations of all seats. Those found for a pit are remembered: a search comes back to it
    often.
    """

    __slots__ = ("_known", "_last", "_prizes", "_whole")

    def __init__(self, players: int) -> None:
        self._whole = box.WORKERS[players] * box.SHIFTS
        self._known: dict[tuple[Look, int, int], Prospects] = {}
        self._prizes: dict[tuple[int, ...], tuple[float, float]] = {}
        self._last: list[Last] = [(None, 0, 0, Prospects(0.0, 0.0, []))] * players

    def of(self, game: Game, seat: int) -> Prospects:
        """The prospects of one seat."""
        pit, workers, shift = game.pits[seat], game.workers[seat], game.shift
        last = self._last[seat]
        if last[0] is pit and last[1] == workers and last[2] == shift:
            return last[3]
        key = look(pit), workers, shift
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = prospects(pit, clock(game, seat), self._whole)
        self._last[seat] = pit, workers, shift, known
        return known

    def lead(self, game: Game, seat: int) -> Lead:
        """The lead of the seat; against several rivals, over their mean."""
        rivals = [other for other in range(game.table.players) if other != seat]
        points = float(game.vp[seat])
        for rival in rivals:
            points -= game.vp[rival] / len(rivals)
        if game.over:
            return Lead(points, 0.0, 0.0, 0.0, 0.0, 0.0)
        mine, theirs = self.of(game, seat), [self.of(game, rival) for rival in rivals]
        orders, means, _ = mine
        for other in theirs:
            orders -= other.orders / len(rivals)
            means -= other.means / len(rivals)
        now, later = self._prizes_of(game, seat, mine, theirs)
        return Lead(points, orders, means, START * _start(game, seat), now, LATER * later)

    def _prizes_of(
        self, game: Game, seat: int, mine: Prospects, theirs: list[Prospects]
    ) -> tuple[float, float]:
        """Known by the identity of all prospects: those are kept, and were made for one shift and clock."""
        key = (id(mine), *[id(other) for other in theirs])
        known = self._prizes.get(key)
        if known is None:
            known = self._prizes[key] = _prizes(game, seat, mine, theirs)
        return known


def _start(game: Game, seat: int) -> float:
    """The likelihood, from -1 to 1, that the seat starts the next shift."""
    if game.shift == box.SHIFTS or not game.shift:
        return 0.0
    standing = [0] * game.table.players
    for index in _FACTORY:
        if game.count[index]:
            standing[game.owner[index]] += game.count[index]
    return _surely(standing.pop(seat) - max(standing), 2.0)


def _surely(lead: float, room: float) -> float:
    """A lead as a number from -1 to 1, where it can still move by the root of so much."""
    return lead / sqrt(lead * lead + room)


def _prizes(game: Game, seat: int, mine: Prospects, theirs: list[Prospects]) -> tuple[float, float]:
    """The prizes to come, won or lost: in this shift's scoring, and in later ones."""
    found = []
    shift = max(game.shift, 1)
    for at, workers in enumerate(clock(game, seat)):
        scored = box.ELEMENTS_BY_SHIFT[shift + at - 1]
        room = NEAR + FAR * workers
        if len(theirs) == 1:
            found.append(_against_one(mine.counts[at], theirs[0].counts[at], scored, room * room))
        else:
            rows = [other.counts[at] for other in theirs]
            found.append(_against_more(mine.counts[at], rows, scored, room * room))
    now, *rest = found
    later = 0.0
    for worth in rest:
        later += worth
    return now, later


def _against_one(mine: list[float], theirs: list[float], scored: int, room: float) -> float:
    worth = 0.0
    for element in range(scored):
        lead = mine[element] - theirs[element]
        if lead:
            worth += _PRIZES[element][0] * lead / sqrt(lead * lead + room)
    return worth


def _against_more(mine: list[float], theirs: list[list[float]], scored: int, room: float) -> float:
    """The first prize against the best rival, the second against the next."""
    worth = 0.0
    for element in range(scored):
        first, second = _PRIZES[element]
        *_, next_best, best = sorted([row[element] for row in theirs])
        worth += (first - second) * _surely(mine[element] - best, room)
        worth += second * _surely(mine[element] - next_best, room)
    return worth

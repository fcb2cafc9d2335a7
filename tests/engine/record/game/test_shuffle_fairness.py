"""Is the shuffle uniform? Chi-square tests with fixed seeds, and proof that they can fail."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from hashlib import sha256

import pytest

from engine.record.game.shuffle import Stream, deal, shuffle

LEAST_P = 0.01

Shuffler = Callable[[Sequence[str], Stream], tuple[str, ...]]


def tail(statistic: float, freedom: int) -> float:
    """The chance that chi-square with `freedom` degrees is at least `statistic`.

    One minus the regularised lower incomplete gamma function, by its power series.
    """
    shape, x = freedom / 2, statistic / 2
    term = total = 1 / shape
    step = 0
    while term > total * 1e-15:
        step += 1
        term *= x / (shape + step)
        total += term
    return 1 - total * math.exp(shape * math.log(x) - x - math.lgamma(shape))


def uniform_p(counts: Sequence[int]) -> float:
    expected = sum(counts) / len(counts)
    statistic = sum((count - expected) ** 2 / expected for count in counts)
    return tail(statistic, len(counts) - 1)


def places_p(orders: Sequence[tuple[str, ...]]) -> float:
    """Does every card come to every place equally often?

    Every shuffle puts each card somewhere and fills each place, so the cells are not independent:
    n cards leave (n - 1)**2 degrees of freedom, and the sum must be scaled by (n - 1) / n.
    """
    cards = len(orders[0])
    expected = len(orders) / cards
    cells = Counter((place, card) for order in orders for place, card in enumerate(order))
    seen = sum((count - expected) ** 2 / expected for count in cells.values())
    unseen = (cards**2 - len(cells)) * expected
    return tail((seen + unseen) * (cards - 1) / cards, (cards - 1) ** 2)


def streams(name: str, number: int) -> list[Stream]:
    return [Stream(sha256(f"{name} {index}".encode()).digest()) for index in range(number)]


def names(number: int) -> list[str]:
    return [f"{index:02}" for index in range(number)]


def swaps_with_any(items: Sequence[str], numbers: Stream) -> tuple[str, ...]:
    """The well-known wrong Fisher-Yates."""
    order = list(items)
    for place in range(len(order)):
        other = numbers.below(len(order))
        order[place], order[other] = order[other], order[place]
    return tuple(order)


def swaps_with_remainder(items: Sequence[str], numbers: Stream) -> tuple[str, ...]:
    """Fisher-Yates without rejection sampling."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other = numbers.take(1)[0] % (last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


@pytest.mark.parametrize(
    ("statistic", "freedom", "p"),
    [
        (3.841459, 1, 0.05),
        (6.634897, 1, 0.01),
        (5.991465, 2, 0.05),
        (41.638398, 23, 0.01),
        (74.919474, 49, 0.01),
        (135.806723, 100, 0.01),
        (99.334129, 100, 0.5),
    ],
)
def test_the_tail_agrees_with_printed_tables(statistic: float, freedom: int, p: float) -> None:
    assert tail(statistic, freedom) == pytest.approx(p, rel=1e-5)


@pytest.mark.parametrize(("cards", "shuffles"), [(8, 8000), (13, 4000), (44, 2000), (48, 2000)])
def test_every_card_comes_to_every_place(cards: int, shuffles: int) -> None:
    orders = [shuffle(names(cards), numbers) for numbers in streams("places", shuffles)]
    assert places_p(orders) > LEAST_P


def test_every_order_of_five_cards_is_equally_likely() -> None:
    found = Counter(shuffle("abcde", numbers) for numbers in streams("orders", 12_000))
    assert len(found) == math.factorial(5)
    assert uniform_p(list(found.values())) > LEAST_P


@pytest.mark.parametrize("n", [2, 3, 4, 48, 100, 200, 300])
def test_every_number_is_equally_likely(n: int) -> None:
    numbers = Stream(sha256(b"numbers").digest())
    found = Counter(numbers.below(n) for _ in range(50 * n))
    assert uniform_p([found[number] for number in range(n)]) > LEAST_P


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_seat_starts_equally_often_whatever_lies_on_top(players: int) -> None:
    """From whole deals: the starting seat against the first tile, all pairs equally likely."""
    found: Counter[tuple[int, str]] = Counter()
    entropies = [bytes([seat]) * 32 for seat in range(players)]
    for index in range(3000):
        seed = sha256(f"seats {index}".encode()).digest()
        dealt = deal("game", seed, entropies, names(6), names(6), players)
        found[dealt.start, dealt.tiles[0]] += 1
    assert uniform_p([found[seat, card] for seat in range(players) for card in names(6)]) > LEAST_P


@pytest.mark.parametrize(("wrong", "cards"), [(swaps_with_any, 8), (swaps_with_remainder, 48)])
def test_a_biased_shuffle_would_be_noticed(wrong: Shuffler, cards: int) -> None:
    orders = [wrong(names(cards), numbers) for numbers in streams("places", 8000)]
    assert places_p(orders) < LEAST_P

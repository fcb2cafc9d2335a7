"""Orders made up by hypothesis: every value that the language can say, whether it makes sense or not."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from engine.ahead.conditions import (
    MEASURES,
    SOMEONE,
    VERBS,
    Condition,
    Costs,
    Happened,
    Measure,
    New,
    Offered,
    OtherPlayed,
    Own,
    Takes,
)
from engine.ahead.kinds import CardKind, Kind, TileKind
from engine.ahead.limits import (
    DEAREST,
    LARGEST,
    LONGEST,
    MOST_CARDS,
    MOST_CONDITIONS,
    MOST_LINES,
    MOST_STOPS,
    MOST_TURNS,
)
from engine.ahead.orders import OrderLine, Orders
from engine.ahead.wants import DrawFive, MineByPlan, Plain, Take, Want
from engine.rules import CARDS, Bank, Deliver, Mine, Money, parse

SPOTS = sorted({name[2:] for name in CARDS})
DIGS = (
    "mine 4: to g, load g x2, to top",
    "mine 8: to g, load g x2, to top, fill E-gg g x2",
    "mine 6: fill B-k k with y+b from store",
    "mine 10: store y, fill C-kk k from store",
    "mine 8",
)

cards = st.sampled_from(list(CARDS.values()))
card_kinds: SearchStrategy[CardKind] = st.one_of(
    cards.map(lambda card: CardKind(card.vehicle, card.name[2:])),
    st.sampled_from(SPOTS).map(lambda spots: CardKind(spots=spots)),
    st.integers(0, 3).map(lambda vehicle: CardKind(vehicle=vehicle)),
    st.integers(1, 12).map(lambda vp: CardKind(vp=vp)),
    st.just(CardKind()),
)
tile_kinds = st.builds(
    TileKind,
    st.none() | st.integers(0, 3),
    st.none() | st.integers(1, 2),
    st.none() | st.booleans(),
)
kinds: SearchStrategy[Kind] = card_kinds | tile_kinds
coal = st.lists(st.integers(0, 4), max_size=2).map(lambda loads: tuple(sorted(loads)))
takes = st.builds(Take, card_kinds) | st.builds(Take, tile_kinds, coal)


def _draws(word: str, of: SearchStrategy[Kind], loads: SearchStrategy[tuple[int, ...]]) -> object:
    """Nothing is said after `none`, and nothing about the rest without a choice."""
    kept = st.builds(
        lambda some, none: tuple(some) + ((None,) if none else ()),
        st.lists(of, max_size=5),
        st.booleans(),
    ).filter(bool)
    return st.just(DrawFive(word)) | st.builds(
        lambda keep, end, loaded: DrawFive(word, keep, end, loaded), kept, st.sampled_from(["", "top"]), loads
    )


draws: SearchStrategy[DrawFive] = _draws("order", card_kinds, st.just(())) | _draws(  # type: ignore
    "factory", tile_kinds, coal
)
moneys = st.sampled_from([3, 4, 5, 6]).map(Money)
deliveries = st.integers(0, 3).map(Deliver)
plains = st.one_of(moneys, deliveries, st.just(Bank()), st.sampled_from(DIGS).map(parse)).map(Plain)
plans = st.builds(
    MineByPlan,
    st.sampled_from([4, 6, 8, 10]),
    st.lists(cards, unique=True, max_size=MOST_CARDS).map(tuple),
)
wants: SearchStrategy[Want] = st.one_of(takes, draws, plains, plans)
places = st.one_of(
    kinds.map(Take),
    st.sampled_from(["order", "factory"]).map(DrawFive),
    st.one_of(moneys, deliveries, st.sampled_from([4, 6, 8, 10]).map(Mine)).map(Plain),
)
signs = st.sampled_from(["<=", ">=", "="])
numbers = st.integers(0, LARGEST)
who = st.sampled_from([SOMEONE, 0, 1, 2, 3])
tests = st.one_of(
    st.builds(Measure, st.sampled_from(MEASURES), signs, numbers),
    st.builds(Measure, st.just("cubes"), signs, numbers, st.integers(0, 3)),
    st.builds(Costs, places, signs, numbers),
    kinds.map(Offered),
    st.builds(Own, card_kinds, st.booleans()),
    st.builds(OtherPlayed, who, st.sampled_from(VERBS)),
    st.builds(Takes, who, kinds),
    kinds.map(New),
    st.sampled_from(Happened.ALL).map(Happened),
)
conditions = st.builds(Condition, tests, st.booleans())
lines = st.builds(
    OrderLine,
    wants,
    st.none() | st.integers(1, DEAREST),
    st.lists(conditions, max_size=MOST_CONDITIONS).map(tuple),
)
turns = st.lists(lines, min_size=1, max_size=MOST_LINES).map(tuple)
orders = st.builds(
    Orders,
    st.lists(turns, max_size=MOST_TURNS).map(tuple),
    st.lists(conditions, max_size=MOST_STOPS).map(tuple),
    st.lists(card_kinds, max_size=6).map(tuple),
).filter(lambda made: (made.turns or made.draft) and len(made.write()) <= LONGEST)

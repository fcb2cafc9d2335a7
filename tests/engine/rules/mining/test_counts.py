"""Counts of all that can be done, one and two plies deep, checked against trying everything.

One number tells whether the whole list of choices is right. A mining space is one entry; inside mining
the work steps are counted, up to three deep.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, permutations

import pytest

from engine.rules import (
    CARDS,
    Action,
    Bank,
    Deliver,
    Dig,
    Draft,
    Draw,
    Factory,
    Fill,
    Game,
    Keep,
    Load,
    Mine,
    Money,
    Refused,
    Step,
    Store,
    TakeOrder,
    To,
    dig,
    legal_actions,
    play,
)
from tests.engine.rules.table import (
    drafted,
    few_cards,
    few_tiles,
    go,
    opened,
    set_up,
    standing,
    with_workers,
)

TILES = "g2L k1D y1L y2D b1L b2D k2D g1D"


def middle(players: int) -> Game:
    """A shift under way: occupied spaces, complete orders, little money."""
    game = drafted(players, tiles=TILES)
    game = set_up(game, 0, money=5, orders="E-gg::gg,C-kk::ky,M-ybgk:bk:yg", cage="yb", storage="k")
    game = standing(standing(game, "mining 10", 1, 3), "factory 1", 1, 1)
    game = standing(standing(game, "delivery engine", 0, 2), "money 6", 1, 1)
    return with_workers(game, 3, *[4] * (players - 1))


def short_of_coal() -> Game:
    """Black is short, yellow has run out; there are few tiles and cards."""
    game = set_up(drafted(3, tiles=TILES), 1, storage="k" * 12 + "y" * 13)
    game = few_cards(few_tiles(set_up(game, 0, money=30), "k2D", "k1L"), "E-y", "M-y")
    return go(game, "bank", "bank", "bank")


POSITIONS = {
    "opening, 2 players": opened(2),
    "opening, 3 players": opened(3),
    "opening, 4 players": opened(4),
    "first turn, 2 players": drafted(2, tiles=TILES),
    "first turn, 3 players": drafted(3, tiles=TILES),
    "first turn, 4 players": drafted(4, tiles=TILES),
    "five tiles drawn": go(drafted(2, tiles=TILES), "factory draw"),
    "five cards drawn": go(drafted(3, tiles=TILES), "order draw"),
    "middle, 2 players": middle(2),
    "middle, 3 players": middle(3),
    "middle, 4 players": middle(4),
    "short of coal": short_of_coal(),
    "two tiles drawn, short of coal": go(short_of_coal(), "factory draw"),
}

COUNTS = {
    "opening, 2 players": (7, 42),
    "opening, 3 players": (10, 90),
    "opening, 4 players": (13, 156),
    "first turn, 2 players": (16, 1184),
    "first turn, 3 players": (20, 1320),
    "first turn, 4 players": (23, 1443),
    "five tiles drawn": (480, 7680),
    "five cards drawn": (480, 9600),
    "middle, 2 players": (16, 1136),
    "middle, 3 players": (19, 1300),
    "middle, 4 players": (22, 1420),
    "short of coal": (33, 1024),
    "two tiles drawn, short of coal": (12, 404),
}


def count(game: Game, depth: int) -> int:
    """How many ways there are to play so many plies."""
    actions = legal_actions(game)
    if depth == 1:
        return len(actions)
    return sum(count(play(game, action).game, depth - 1) for action in actions)


def everything(game: Game) -> Iterator[Action]:
    """Every action that can be written down, whether it makes sense or not."""
    loads = [way for n in range(3) for way in combinations_with_replacement(range(5), n)]
    yield Bank()
    yield from (Draw("factory"), Draw("order"))
    yield from (Draft(card) for card in CARDS.values())
    yield from (Deliver(vehicle) for vehicle in range(4))
    for number in range(12):
        yield from (Money(number), TakeOrder(number), Mine(number))
        yield from (Factory(number, way) for way in loads)
    for kept in (None, *game.drawn):
        rest = [*game.drawn]
        if kept:
            rest.remove(kept)
        for end in ("top", "bottom", ""):
            for back in permutations(rest):
                yield from (Keep(kept, way, end, back) for way in (loads if end else loads[:7]))


def tried(game: Game, depth: int) -> int:
    """The same count, by trying everything."""
    legal = set()
    for action in everything(game):
        try:
            play(game, action)
        except Refused:
            continue
        legal.add(action)
    if depth == 1:
        return len(legal)
    return sum(tried(play(game, action).game, depth - 1) for action in legal)


PITS = {
    "as at the start": (drafted(4), 10),
    "cage and storage": (set_up(drafted(4), 0, cage="ygg", storage="kk", orders="E-gg,M-ybgk:bk:yg"), 10),
    "cage below": (set_up(drafted(4), 0, cage="ygg", depth=3, storage="kb", orders="E-gg,M-ybgk"), 10),
    "full cage": (set_up(drafted(4), 0, cage="yyggk", depth=1, orders="E-gg"), 10),
    "two steps left": (set_up(drafted(4), 0, cage="yb", orders="E-gg,C-kk"), 2),
    "foreign coal": (set_up(drafted(4), 0, tiles="k2D", loaded="y,b,g,kyb", depth=4, orders=""), 4),
}

STEP_COUNTS = {
    "as at the start": (4, 20, 92),
    "cage and storage": (23, 301, 2538),
    "cage below": (12, 130, 1768),
    "full cage": (4, 25, 192),
    "two steps left": (8, 30, 0),
    "foreign coal": (7, 37, 187),
}


def begun(name: str) -> Dig:
    game, left = PITS[name]
    start = dig(game, Mine(10))
    start.left = left
    return start


def after(work: Dig, step: Step) -> Dig:
    on = Dig(work.pit, work.left)
    on.do(step)
    return on


def count_steps(work: Dig, depth: int) -> int:
    steps = work.legal_steps()
    if depth == 1:
        return len(steps)
    return sum(count_steps(after(work, step), depth - 1) for step in steps)


def every_step() -> Iterator[Step]:
    yield from (To(depth) for depth in range(5))
    for colour in range(4):
        yield from (Load(colour), Store(colour))
        for card in (CARDS[name] for name in ("E-gg", "M-ybgk", "C-kk", "E-y", "B-y", "B-b", "B-yy", "B-g")):
            yield from (Fill(card, colour, (colour + place,)) for place in (0, 4))
            yield from (Fill(card, colour, pair) for pair in combinations_with_replacement(range(8), 2))


def tried_steps(work: Dig, depth: int) -> int:
    total = 0
    for step in every_step():
        try:
            on = after(work, step)
        except Refused:
            continue
        total += 1 if depth == 1 else tried_steps(on, depth - 1)
    return total


@pytest.mark.parametrize("name", POSITIONS)
def test_counts_of_legal_actions(name: str) -> None:
    game = POSITIONS[name]
    assert (count(game, 1), count(game, 2)) == COUNTS[name]


@pytest.mark.parametrize("name", POSITIONS)
def test_counts_by_trying_everything(name: str) -> None:
    game = POSITIONS[name]
    assert tried(game, 1) == COUNTS[name][0]
    if not game.drawn:
        assert tried(game, 2) == COUNTS[name][1]


@pytest.mark.parametrize("name", PITS)
def test_counts_of_work_steps(name: str) -> None:
    assert tuple(count_steps(begun(name), depth) for depth in (1, 2, 3)) == STEP_COUNTS[name]


@pytest.mark.parametrize("name", PITS)
def test_counts_of_work_steps_by_trying_every_step(name: str) -> None:
    assert tuple(tried_steps(begun(name), depth) for depth in (1, 2)) == STEP_COUNTS[name][:2]

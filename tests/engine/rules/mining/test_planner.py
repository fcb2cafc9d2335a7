"""The planner against an exhaustive search, which tries every step that the rules allow."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import NamedTuple

import pytest

from engine.rules import coal
from engine.rules import components as box
from engine.rules.action import parse
from engine.rules.actions.mine import Mine
from engine.rules.components import CARDS, Card
from engine.rules.game import TURN, Game, Order, Pit, new_game
from engine.rules.mining import planner
from engine.rules.mining.notation import MOST_STEPS, write_steps
from engine.rules.mining.planner import MOST_SETS, Plan, plans
from engine.rules.mining.steps import legal_steps_in
from engine.rules.play import dig, legal_actions, play

LEVELS = 4


class Reach(NamedTuple):
    """What can be had in so many steps, each with the fewest steps for it."""

    sets: dict[frozenset[Card], int]
    fills: dict[int, int]
    gains: dict[int, int]


def explore(pit: Pit, steps: int) -> Reach:
    """Breadth first through every position that the steps can lead to."""
    reach = Reach({}, {}, {})
    lack = [card for card, order in pit.orders.items() if order.free]
    layers: list[list[Pit]] = [[] for _ in range(steps + 1)]
    layers[0].append(pit)
    seen = set()
    for cost, layer in enumerate(layers):
        for here in layer:
            spots = tuple(order.free for order in here.orders.values())
            state = (here.depth, here.cage, here.storage, *here.loaded, spots)
            if state in seen:
                continue
            seen.add(state)
            reach.sets.setdefault(frozenset(card for card in lack if not here.orders[card].free), cost)
            reach.fills.setdefault(free_spots(pit) - free_spots(here), cost)
            reach.gains.setdefault(gained(pit, here), cost)
            for step in legal_steps_in(here, steps - cost):
                after = here.copy()
                step.do(after)
                layers[cost + step.cost].append(after)
        layer.clear()
    return reach


def free_spots(pit: Pit) -> int:
    return sum(coal.total(order.free) for order in pit.orders.values())


def gained(before: Pit, after: Pit) -> int:
    """How many wanted cubes came from the lorries: those of a colour with more free spots than cubes."""
    gain = 0
    for colour in coal.COLOURS:
        free = sum(coal.count(order.free, colour) for order in before.orders.values())
        had = coal.count(before.cage + before.storage, colour)
        has = coal.count(after.cage + after.storage, colour)
        gain += max(0, min(has, free) - had)
    return gain


def largest(sets: dict[frozenset[Card], int]) -> dict[frozenset[Card], int]:
    return {cards: cost for cards, cost in sets.items() if not any(cards < other for other in sets)}


@cache
def opened() -> Game:
    """A game after its draft, with every mining space open."""
    game = new_game(4, [*box.TILES.values()] * box.TILE_COPIES, [*CARDS.values()], 0)
    while game.phase != TURN:
        game = play(game, legal_actions(game)[0]).game
    return game


def do(pit: Pit, plan: Plan) -> Pit:
    """The pit after a plan, played and written as any other mining action."""
    game = opened().copy()
    game.pits[game.turn] = pit
    action = Mine(MOST_STEPS, plan.steps)
    assert parse(action.write(), game) == action
    return play(game, action).game.pits[game.turn]


def check_steps(pit: Pit, plan: Plan, steps: int) -> Pit:
    """The plan is legal and does what it says."""
    after = do(pit, plan)
    assert plan.cost == sum(step.cost for step in plan.steps) <= steps
    assert plan.fills == free_spots(pit) - free_spots(after)
    done = tuple(card for card, order in pit.orders.items() if order.free and not after.orders[card].free)
    assert plan.completes == done
    assert plan.vp == sum(card.vp for card in done)
    return after


def within(reach: Reach, steps: int) -> Reach:
    """The part of it that fewer steps are enough for."""
    return Reach(*({what: cost for what, cost in each.items() if cost <= steps} for each in reach))


def check(pit: Pit, steps: int, searched: Reach | None = None) -> None:
    """The plans are exactly as good as the search says they can be."""
    reach = within(searched, steps) if searched else explore(pit, steps)
    found = plans(pit, steps)
    ends = [check_steps(pit, plan, steps) for plan in found]
    sets = largest(reach.sets)
    if any(sets):
        assert {frozenset(plan.completes): plan.cost for plan in found} == sets, show(pit, steps)
        assert len(found) == len(sets)
        assert found == sorted(found, key=lambda plan: (-plan.vp, plan.cost))
        return
    assert len(found) == 1
    if most := max(reach.fills):
        assert (found[0].fills, found[0].cost) == (most, reach.fills[most]), show(pit, steps)
    else:
        most = max(reach.gains)
        assert (gained(pit, ends[0]), found[0].cost) == (most, reach.gains[most]), show(pit, steps)


def show(pit: Pit, steps: int) -> str:
    orders = {card.name: coal.letters(order.free) for card, order in pit.orders.items()}
    heaps = [coal.letters(heap) for heap in (*pit.loaded, pit.cage, pit.storage)]
    return f"{steps} steps, depth {pit.depth}, lorries, cage and storage {heaps}, free spots {orders}"


def make(lorries: str = "", cage: str = "", depth: int = 0, storage: str = "", orders: str = "") -> Pit:
    """A pit: lorries as `yy b . kg`, orders as `B-kk C-yyy:y`, the last with a yellow spot left."""
    levels = [coal.from_letters(level.strip(".")) for level in (lorries or ". . . .").split()]
    held = {}
    for text in orders.split():
        name, _, left = text.partition(":")
        spots = CARDS[name].spots
        free = coal.from_letters(left.strip("-")) if ":" in text else spots
        held[CARDS[name]] = Order(free, spots - free)
    return pit_with(levels, coal.from_letters(cage), depth, coal.from_letters(storage), held)


def pit_with(
    loaded: list[coal.Heap], cage: coal.Heap, depth: int, storage: coal.Heap, orders: dict[Card, Order]
) -> Pit:
    lorries = coal.from_counts(coal.total(level) for level in loaded)
    return Pit(0, (), lorries, loaded, cage, depth, storage, orders, ())


def random_pit(rng: Random, lorries: tuple[int, ...], orders: int, at_hand: int = 5) -> Pit:
    """Cubes mostly on their own level, some foreign; each spot of an order free three times in four."""
    loaded = []
    for level in range(LEVELS):
        own = [level] * 3 + [*coal.COLOURS]
        loaded.append(coal.heap(rng.choices(own, k=rng.choice(lorries))))
    cage = coal.heap(rng.choices(coal.COLOURS, k=rng.randint(0, at_hand)))
    storage = coal.heap(rng.choices(coal.COLOURS, k=rng.choice((0, 0, 1, min(3, at_hand)))))
    held = {}
    for card in rng.sample(list(CARDS.values()), rng.randint(1, orders)):
        free = coal.from_letters("".join(s for s in coal.letters(card.spots) if rng.random() < 0.75))
        held[card] = Order(free, card.spots - free)
    return pit_with(loaded, cage, rng.choice((0, 0, 1, 2, 3, 4)), storage, held)


def middle_pits(rng: Random, players: int) -> Iterator[Pit]:
    """The pits of the players to move in the middle of a random game."""
    tiles = [*box.TILES.values()] * box.TILE_COPIES
    cards = [*CARDS.values()]
    rng.shuffle(tiles)
    rng.shuffle(cards)
    game = new_game(players, tiles, cards, 0)
    while not game.over:
        if game.phase == TURN and game.shift == 1:
            yield game.pits[game.turn]
        action = rng.choice(legal_actions(game))
        if isinstance(action, Mine):
            work = dig(game, action)
            while (steps := work.legal_steps()) and rng.random() < 0.9:
                work.do(rng.choice(steps))
            action = Mine(action.number, tuple(work.steps))
        game = play(game, action).game


# Each a hard case: what it is, the pit, and up to how many steps the search can follow.
HOSTILE = {
    "cage full of junk below": (make("y b . kk", "yyyyy", 4, "", "B-kk M-g"), 10),
    "cage full of junk below, its level needed": (make(". . . kkk", "ybbgg", 4, "", "C-kkk"), 10),
    "cage full of what is wanted below": (make("y . . k", "kkkkk", 1, "", "B-kk C-kkk M-k"), 10),
    "cage full below, a round after the ascent": (make(". . g .", "yyyyy", 2, "", "C-yyy M-yy B-g"), 10),
    "little room below": (make("yy bb . .", "gggk", 1, "", "B-ybgk C-yy"), 9),
    "room for one at the first level": (make(". . gg k", "bbyy", 3, "", "B-ggg:gg C-kk:k"), 10),
    "one level twice": (make(". . . kkk", "kkkkk", 4, "", "C-kkk M-kkk B-kk:k"), 10),
    "cage full of junk above": (make("y . . kk", "bbbgg", 0, "", "C-kkk M-kk"), 10),
    "only foreign cubes": (make("k g b y", "", 0, "", "B-ybgk"), 10),
    "only foreign cubes, one level": (make(". . . ybg", "", 0, "", "M-yyy:y M-bb:b B-gg:g"), 10),
    "many colours on one level": (make("ybgk . . .", "", 2, "", "E-ybgk"), 10),
    "empty levels": (make(". . . .", "k", 3, "y", "B-kk B-y E-b"), 10),
    "nothing anywhere": (make(". . . .", "", 2, "", "B-kk B-y"), 10),
    "black gone, substitution by loading": (make("yyyy . . .", "", 0, "", "B-kk"), 10),
    "black gone, two levels of substitutes": (make("y b . .", "", 0, "", "B-k C-kk"), 10),
    "black gone, the odd cube at hand": (make(". bb . .", "y", 0, "", "M-k B-kk"), 10),
    "black gone, the odd cube stored": (make(". bb . .", "", 4, "y", "M-k B-kk"), 10),
    "storage full of junk": (make("y . . kk", "", 0, "bbbbb", "C-kkk M-kk B-y"), 9),
    "storage full of junk, cage below": (make(". . . k", "g", 4, "bbbb", "C-kkk B-y"), 9),
    "better to stay below": (make(". . . .", "kkk", 4, "yb", "C-g B-gg"), 10),
    "all four levels on the ascent": (make("y b g .", "", 4, "", "M-y E-b C-g"), 10),
    "three levels on a round": (make("y b g k", "", 0, "", "M-y E-b C-g"), 10),
    "a complete order": (make(". b . .", "", 2, "", "B-kk:- B-b"), 10),
    "orders of one kind": (make("yy . . .", "", 0, "", "B-y C-y M-yy:y E-yy"), 8),
    "twelve orders": (
        make("y b g k", "yk", 0, "b", "B-y B-b B-g B-k C-y C-b C-g C-k M-yy E-gg M-bb:b B-ybgk:yk"),
        4,
    ),
    "ten orders and little else": (
        make("y . . k", "", 4, "", "B-y C-y M-y E-y B-k C-k M-k E-k E-kk M-kkk:k"),
        6,
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hard_cases(name: str) -> None:
    pit, most = HOSTILE[name]
    searched = explore(pit, most)
    for steps in range(most + 1):
        check(pit, steps, searched)


@pytest.mark.parametrize("seed", range(10))
def test_random_pits(seed: int) -> None:
    rng = Random(seed)
    for _ in range(40):
        check(random_pit(rng, (0, 0, 1, 1, 2, 3), orders=5), rng.randint(0, 6))


@pytest.mark.parametrize("seed", range(10))
def test_random_pits_of_middling_size(seed: int) -> None:
    rng = Random(seed)
    for _ in range(8):
        check(random_pit(rng, (0, 0, 1, 1, 2), orders=3, at_hand=4), 7)


@pytest.mark.parametrize("steps", [8, 9, 10])
def test_random_small_pits(steps: int) -> None:
    rng = Random(steps)
    for _ in range(40):
        check(random_pit(rng, (0, 0, 0, 1, 2), orders=2, at_hand=3), steps)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_pits_of_real_games(players: int) -> None:
    rng = Random(players)
    pits = list(middle_pits(rng, players))
    for pit in rng.sample(pits, 5):
        check(pit, 4)


def texts(pit: Pit, steps: int) -> list[str]:
    return [write_steps(plan.steps) for plan in plans(pit, steps)]


def test_a_plan_reads_as_a_player_would_write_it() -> None:
    pit = make("y b gg k", orders="E-gg")
    assert texts(pit, 6) == ["to g, load g x2, to top, fill E-gg g x2"]


def test_the_deepest_level_comes_first() -> None:
    pit = make("y b g k", orders="C-y M-k")
    assert texts(pit, 8) == ["to k, load k, to y, load y, to top, fill M-k k, fill C-y y"]


def test_most_vp_come_first_then_fewest_steps() -> None:
    pit = make(". . g kk", depth=4, orders="B-g M-k C-kk E-k")
    found = [(plan.vp, plan.cost, plan.completes) for plan in plans(pit, 5)]
    names = [(vp, cost, *map(str, cards)) for vp, cost, cards in found]
    assert names == [(10, 5, "M-k", "E-k"), (9, 5, "C-kk"), (4, 4, "B-g")]


def test_a_cube_is_loaded_rather_than_two_spent() -> None:
    pit = make(". . . kkk", "yy", orders="C-kkk")
    assert texts(pit, 8) == ["to k, load k x3, to top, fill C-kkk k x3"]


def test_junk_is_paired_first_where_the_cage_has_no_room() -> None:
    pit = make(". . . kkk", "yyyyy", orders="C-kkk")
    assert texts(pit, 8) == [
        "fill C-kkk k with y+y, to k, load k x2, to top, fill C-kkk k x2",
    ]


def test_the_cage_is_emptied_before_the_storage() -> None:
    assert texts(make(cage="k", storage="k", orders="M-k"), 4) == ["fill M-k k"]
    assert texts(make(cage="yy", storage="bb", orders="M-k"), 4) == ["fill M-k k with y+y"]


def test_progress_goes_to_the_order_that_lacks_least() -> None:
    pit = make(cage="kk", orders="C-kkk M-ybgk:yk")
    assert texts(pit, 1) == ["fill M-ybgk k"]


def test_no_spot_within_reach_but_wanted_cubes() -> None:
    pit = make("yy . . k", orders="C-yyy B-kk:k")
    assert texts(pit, 3) == ["to y, load y x2"]
    assert texts(pit, 2) in (["to y, load y"], ["to k, load k"])
    assert texts(pit, 1) == [""]


def test_cubes_that_are_spoken_for_are_not_wanted() -> None:
    assert texts(make("y . . .", "y", 1, orders="B-y"), 1) == [""]
    assert texts(make("y . . .", "y", 1, orders="B-yy"), 1) == ["load y"]


@pytest.mark.parametrize("pit", [make("y b g k"), make("y b g k", "k", 0, "y", "B-k:- C-kk:-")])
def test_nothing_to_complete(pit: Pit) -> None:
    assert plans(pit, 10) == [Plan((), 0, ())]


def test_no_steps_and_too_many() -> None:
    pit = make("yyy b g kkk", "kk", 0, "yy", "C-kkk B-ybgk M-yy E-bb")
    assert plans(pit, 0) == plans(pit, -3) == [Plan((), 0, ())]
    assert plans(pit, 100) == plans(pit, MOST_STEPS)


def test_plans_are_the_same_each_time_and_change_nothing() -> None:
    rng = Random(5)
    for _ in range(50):
        pit = random_pit(rng, (0, 1, 2, 3), orders=10)
        before = pit.copy()
        assert plans(pit, 10) == plans(pit.copy(), 10)
        assert pit == before


def test_long_plans_do_what_they_say() -> None:
    rng = Random(6)
    for _ in range(300):
        pit = random_pit(rng, (0, 1, 2, 3), orders=12)
        found = plans(pit, MOST_STEPS)
        for plan in found:
            check_steps(pit, plan, MOST_STEPS)
            assert not any(set(plan.completes) < set(other.completes) for other in found)


def test_a_hoard_of_orders_is_planned_by_kind() -> None:
    """Sixteen orders of one spot and a cube for each: any ten can be completed, in 8,008 ways."""
    singles = " ".join(f"{vehicle}-{spot}" for vehicle in "BCME" for spot in "ybgk")
    found = plans(make(storage="yyyybbbbggggkkkk", orders=singles), 10)
    tallies = {sum(card.spots for card in plan.completes) for plan in found}
    assert all(len(plan.completes) == plan.cost == 10 for plan in found)
    assert len(found) == len(tallies) == 68 < MOST_SETS


def test_of_one_kind_those_of_most_vp_are_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    pit = make(cage="k", orders="B-k C-k B-kk:k")
    assert [plan.completes for plan in plans(pit, 1)] == [(CARDS[n],) for n in ("B-kk", "B-k", "C-k")]
    monkeypatch.setattr(planner, "MOST_SETS", 2)
    assert [plan.completes for plan in plans(pit, 1)] == [(CARDS["B-kk"],)]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 140))
def test_many_more_pits(seed: int) -> None:
    rng = Random(seed)
    for _ in range(100):
        check(random_pit(rng, (0, 0, 1, 1, 2, 3), orders=5), rng.randint(0, 7))
    for _ in range(20):
        check(random_pit(rng, (0, 0, 0, 1, 2), orders=2, at_hand=4), rng.randint(8, 10))
    for pit in rng.sample(list(middle_pits(rng, 2 + seed % 3)), 4):
        check(pit, rng.choice((4, 6)))

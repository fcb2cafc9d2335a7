"""A mining action while it is composed."""

from __future__ import annotations

from random import Random

from engine.rules import Mine, dig, parse
from engine.show import best_plans, composition, numbered_steps
from tests.engine.rules.table import TASTES, drafted, random_steps, set_up
from tests.engine.show.positions import is_plain, random_positions


def test_the_pit_follows_the_steps() -> None:
    game = drafted(2)
    mine = parse("mine 6: to g, load g", game)
    assert isinstance(mine, Mine)
    text = composition(dig(game, mine))
    assert "4 work steps left" in text
    assert "gray          (.)|{g....}|" in text
    assert "So far: to g, load g\n" in text


def test_the_next_steps_are_numbered() -> None:
    game = drafted(2)
    begun = dig(game, Mine(6))
    assert [step.write() for step in numbered_steps(begun)] == ["to y", "to b", "to g", "to k"]
    assert composition(begun).endswith("\n  1 to y  2 to b  3 to g  4 to k")


def test_substitutions_are_counted_not_listed() -> None:
    game = set_up(drafted(2), 0, orders="C-kk", storage="yyybbb")
    begun = dig(game, Mine(6))
    ways = [step for step in begun.legal_steps() if step.cost == 2]
    assert len(ways) == 3
    text = composition(begun)
    assert "and 3 ways to put two cubes on one spot, such as `fill C-kk k with y+y from" in text
    assert not {step.write() for step in ways} & {step.write() for step in numbered_steps(begun)}


def test_nothing_is_listed_when_no_step_is_left() -> None:
    game = drafted(2)
    mine = parse("mine 4: to g, load g, to b, load b", game)
    assert isinstance(mine, Mine)
    assert composition(dig(game, mine)).endswith("So far: to g, load g, to b, load b")


def test_compositions_are_plain_and_narrow() -> None:
    rng = Random(3)
    for taste in TASTES:
        for game in random_positions(3, 4, taste, every=17):
            if not game.over:
                mine = random_steps(game, Mine(6), rng)
                assert is_plain(composition(dig(game, mine)))


def test_plans_for_the_steps_that_are_left_go_on_from_there() -> None:
    game = set_up(drafted(2), 0, orders="B-b,B-g")
    begun = dig(game, Mine(10))
    begun.do(numbered_steps(begun)[2])
    (best, *_) = best_plans(begun.pit, begun.left)
    assert {card.name for card in best.plan.completes} == {"B-b", "B-g"}
    for step in best.action.steps:
        begun.do(step)
    assert not any(order.free for order in begun.pit.orders.values())

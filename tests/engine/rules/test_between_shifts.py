"""RULES 5: between shifts."""

from __future__ import annotations

import pytest

from engine.rules import Game, to_data
from engine.rules.events import ShiftBegan
from tests.engine.rules.table import drafted, end_shift, events, go, last_ply, set_up, standing

TWO_SEATS = [(0, {1: 3, 2: 3}, 1), (1, {1: 3, 2: 3}, 2), (2, {1: 3, 2: 3}, 1), (0, {0: 3, 2: 3}, 2)]


def in_factory(players: int, start: int, workers: dict[int, int]) -> Game:
    """The last ply of a shift in which seats have these numbers of workers on a factory space each."""
    game = drafted(players, start=start)
    for seat, n in workers.items():
        game = standing(game, f"factory {seat + 1}", seat, n)
    return last_ply(game)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_5_1_most_workers_on_factory_spaces_starts(seat: int) -> None:
    workers = {0: 3, 1: 3, 2: 3} | {seat: 4}
    assert go(in_factory(3, 0, workers), "bank").start == seat


def test_5_1_workers_of_all_factory_spaces_are_added_draw_five_included() -> None:
    game = standing(standing(drafted(3), "factory 1", 1, 3), "factory 2", 2, 2)
    game = standing(standing(game, "factory draw", 2, 2), "factory 3", 0, 1)
    assert go(last_ply(game), "bank").start == 2


def test_5_1_other_areas_do_not_count() -> None:
    game = standing(standing(drafted(3), "mining 6", 2, 5), "orders draw", 2, 3)
    game = standing(game, "factory 1", 1, 1)
    assert go(last_ply(game), "bank").start == 1


def test_5_1_the_canteen_does_not_count() -> None:
    game = go(drafted(3), "factory 1", "factory 1", "bank", "bank", "bank", "factory 1")
    assert (game.canteen, game.workers) == ([1, 2, 0], [13, 12, 11])
    after = go(last_ply(standing(game, "factory 2", 1, 2)), "bank")
    assert after.start == 2


@pytest.mark.parametrize(("start", "workers", "winner"), TWO_SEATS)
def test_5_1_a_tie_goes_to_the_nearest_clockwise_after_the_old_start(
    start: int, workers: dict[int, int], winner: int
) -> None:
    assert go(in_factory(3, start, workers), "bank").start == winner


@pytest.mark.parametrize("start", [0, 1, 2, 3])
def test_5_1_the_old_starting_player_never_wins_a_tie(start: int) -> None:
    for other in {0, 1, 2, 3} - {start}:
        assert go(in_factory(4, start, {start: 2, other: 2}), "bank").start == other


@pytest.mark.parametrize(("players", "start", "winner"), [(2, 0, 1), (2, 1, 0), (3, 2, 0), (4, 1, 2)])
def test_5_1_ruling_nobody_there_is_a_tie_of_all(players: int, start: int, winner: int) -> None:
    assert end_shift(drafted(players, start=start)).start == winner


def test_5_1_the_new_starting_player_begins() -> None:
    game = in_factory(3, 0, {2: 1})
    assert events(game, "bank")[-1] == ShiftBegan(2, 2)
    assert go(game, "bank").turn == 2


def test_5_2_all_workers_return() -> None:
    game = standing(go(drafted(3), "money 4", "money 4"), "factory 1", 2, 3)
    after = end_shift(game)
    assert (after.workers, after.canteen, after.bank) == ([15] * 3, [0] * 3, [0] * 3)
    assert to_data(after)["spaces"] == {}


def test_5_2_everything_else_stays() -> None:
    game = set_up(drafted(3), 1, cage="gk", depth=3, storage="y", tiles="g2L", loaded="y,,gg,k", money=7)
    game = last_ply(set_up(game, 1, orders="E-gg:g:yb"))
    after = go(game, "bank")
    assert after.pits[1:] == game.pits[1:]
    assert (after.pits[0].money, after.pits[0].orders) == (game.pits[0].money + 1, game.pits[0].orders)
    assert (after.tiles, after.cards) == (game.tiles, game.cards)
    assert (after.tile_stack, after.card_stack, after.coal) == (game.tile_stack, game.card_stack, game.coal)

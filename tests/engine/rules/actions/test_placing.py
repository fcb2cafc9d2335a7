"""RULES 3: a turn, and placing workers."""

from __future__ import annotations

import pytest

from engine.rules import SPACES, to_data
from engine.rules.events import Banked, Placed
from engine.rules.game import NOBODY
from tests.engine.rules.table import drafted, events, go, legal, refused, set_up, standing, with_workers


def workers_on(game: object, space: str) -> list[int] | None:
    found: list[int] | None = to_data(game)["spaces"].get(space)  # type: ignore[arg-type]
    return found


def test_3_an_empty_space_takes_exactly_one_worker() -> None:
    game = go(drafted(3), "money 4")
    assert workers_on(game, "money 4") == [0, 1]
    assert game.workers == [14, 15, 15]


def test_3_an_occupied_space_takes_one_more_and_the_others_go_to_the_canteen() -> None:
    game = standing(drafted(3), "money 5", 2, 3)
    after = go(game, "money 5")
    assert workers_on(after, "money 5") == [0, 4]
    assert (after.workers, after.canteen) == ([11, 15, 12], [0, 0, 3])


def test_3_ones_own_workers_are_ousted_too() -> None:
    after = go(standing(drafted(3), "mining 6", 0, 2), "mine 6")
    assert workers_on(after, "mining 6") == [0, 3]
    assert (after.workers, after.canteen) == ([10, 15, 15], [2, 0, 0])


def test_3_placing_says_who_was_ousted() -> None:
    money5 = next(space for space in SPACES if repr(space) == "money 5")
    game = drafted(3)
    assert events(game, "money 5")[0] == Placed(0, money5, 1, 0, NOBODY)
    assert events(standing(game, "money 5", 2, 3), "money 5")[0] == Placed(0, money5, 4, 3, 2)


def test_3_enough_workers_are_needed() -> None:
    game = with_workers(standing(drafted(3), "mining 8", 1, 2), 2, 13, 15)
    refusal = refused(game, "mine 8")
    assert refusal.code == "rule/too-few-workers"
    assert str(refusal) == "`mine 8` needs workers: 3, you have 2"
    assert "mine 8" not in legal(game)
    assert "mine 8" in legal(with_workers(game, 3, 13, 15))


@pytest.mark.parametrize(
    "move", ["factory 1", "factory draw", "mine 6", "deliver barrow", "money 4", "order 2", "order draw"]
)
def test_3_every_kind_of_space_needs_enough_workers(move: str) -> None:
    spaces = {"mine 6": "mining 6", "deliver barrow": "delivery barrow"}
    space = spaces.get(move, move.replace("order", "orders"))
    ready = set_up(drafted(2, orders="E-y"), 0, orders="B-y::y")
    assert move in legal(ready)
    occupied = standing(ready, space, 1, 3)
    assert move in legal(with_workers(occupied, 4, 15))
    assert move not in legal(with_workers(occupied, 3, 15))
    assert refused(with_workers(occupied, 3, 15), move).code == "rule/too-few-workers"


def test_3_the_bank_takes_one_worker_and_pays_one_mark() -> None:
    game = drafted(2)
    assert events(game, "bank") == [Banked(0, 1)]
    after = go(game, "bank", "bank", "bank")
    assert (after.bank, after.workers, after.canteen) == ([2, 1], [16, 17], [0, 0])
    assert [pit.money for pit in after.pits] == [12, 11]


def test_3_the_bank_is_always_possible_and_never_ousts() -> None:
    game = with_workers(drafted(2), 1, 1)
    assert "bank" in legal(game)
    after = go(drafted(2), *["bank"] * 35)
    assert "bank" in legal(after)
    assert (after.bank, after.canteen) == ([18, 17], [0, 0])


def test_3_players_act_clockwise_from_the_starting_player() -> None:
    game, seats = drafted(4, start=2), []
    for _ in range(6):
        seats.append(game.turn)
        game = go(game, "bank")
    assert seats == [2, 3, 0, 1, 2, 3]


def test_3_whoever_has_no_workers_is_skipped() -> None:
    game = go(with_workers(drafted(4), 2, 0, 0, 2), "bank")
    assert game.turn == 3
    game = go(game, "bank")
    assert game.turn == 0


def test_3_one_player_alone_goes_on_to_the_last_worker() -> None:
    game = go(with_workers(drafted(2), 3, 0), "bank", "bank")
    assert (game.turn, game.shift, game.workers) == (0, 1, [1, 0])


def test_3_the_shift_ends_when_nobody_has_workers() -> None:
    game = with_workers(drafted(2), 1, 1)
    assert go(game, "bank").shift == 1
    assert go(game, "bank", "bank").shift == 2


def test_3_there_are_three_shifts() -> None:
    game = drafted(2)
    for shift in (1, 2, 3):
        assert (game.shift, game.over) == (shift, False)
        game = go(with_workers(game, *[1] * 2), "bank", "bank")
    assert game.over


def test_3_the_end_of_the_shift_waits_for_the_choices_of_a_turn() -> None:
    game = with_workers(drafted(2), 1, 0)
    looking = go(game, "factory draw")
    assert (looking.shift, looking.turn, looking.workers) == (1, 0, [0, 0])
    drawn = " ".join(tile.name for tile in looking.drawn)
    assert go(looking, f"keep none, top {drawn}").shift == 2


def test_3_the_refill_comes_before_the_end_of_the_shift() -> None:
    game = with_workers(drafted(2, tiles="y1L y1D y1L y1D y1L y1D k2D"), 1, 0)
    after = go(game, "factory 1")
    assert (after.shift, repr(after.tiles[0])) == (2, "k2D")


def test_3_a_turn_is_one_action_of_the_player_to_move() -> None:
    game = drafted(3)
    refusal = refused(game, "bank", seat=1)
    assert (refusal.code, refusal.facts["turn"], refusal.facts["seat"]) == ("rule/not-your-turn", 0, 1)
    assert go(game, "bank").turn == 1


def test_3_a_space_that_is_not_there() -> None:
    game = drafted(4)
    for move in ("factory 9", "factory 0", "mine 5", "money 7", "order 5", "mine 999999999"):
        refusal = refused(game, move)
        assert refusal.code == "rule/no-such-space"
        assert move in str(refusal)

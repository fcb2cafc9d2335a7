"""RULES 6: the end of the game."""

from __future__ import annotations

import pytest

from engine.rules import Game, legal_actions, standings, winners
from engine.rules.events import Ended, ShiftBegan, ShiftScored
from engine.rules.scoring import final_points
from tests.engine.rules.table import drafted, end_shift, events, go, last_ply, refused, set_up


def last_shift(players: int = 3) -> Game:
    """The third shift; nobody has delivered anything, and seat 0 is to move."""
    game = drafted(players, start=players - 2)
    for seat in range(players):
        game = set_up(game, seat, orders="", money=0, loaded=",,,", storage="")
    game = end_shift(end_shift(game))
    for seat in range(players):
        game = set_up(game, seat, money=0, loaded="y,b,g,k")
    assert (game.shift, game.turn, game.vp) == (3, 0, [0] * players)
    return game


def ended(game: Game) -> Game:
    """After the last worker went to the bank: the player to move has one Mark more."""
    return go(last_ply(game), "bank")


@pytest.mark.parametrize(("marks", "vp"), [(0, 0), (4, 0), (5, 1), (9, 1), (10, 2), (23, 4)])
def test_6_one_point_for_every_five_marks(marks: int, vp: int) -> None:
    assert final_points(set_up(last_shift(), 0, money=marks).pits[0])[0] == vp


@pytest.mark.parametrize(("cubes", "vp"), [("", 0), ("yy", 0), ("yyb", 1), ("yybbg", 1), ("yybbgk", 2)])
def test_6_one_point_for_every_three_cubes(cubes: str, vp: int) -> None:
    game = set_up(last_shift(), 0, loaded=",,,", storage=cubes)
    assert final_points(game.pits[0])[1] == vp


def test_6_cubes_count_wherever_they_are() -> None:
    game = set_up(last_shift(), 0, loaded="y,b,,", cage="g", storage="k", orders="E-gg:g:yy")
    assert final_points(game.pits[0])[1] == 2
    assert final_points(set_up(game, 0, cage="").pits[0])[1] == 1


@pytest.mark.parametrize(("orders", "vp"), [("", 0), ("E-gg", -1), ("E-gg:g:g,E-y::y,C-kk", -3)])
def test_6_minus_one_for_every_outstanding_order_complete_or_not(orders: str, vp: int) -> None:
    assert final_points(set_up(last_shift(), 0, orders=orders).pits[0])[2] == vp


@pytest.mark.parametrize(
    ("tiles", "vp"), [("", 0), ("k1L", -2), ("k2D", -2), ("k1L,g2D", 0), ("k1L,k1L,y2L,g2D", -4)]
)
def test_6_minus_two_for_every_tile_of_imbalance(tiles: str, vp: int) -> None:
    assert final_points(set_up(last_shift(), 0, tiles=tiles).pits[0])[3] == vp


def test_6_after_the_third_scoring_the_final_points_are_added() -> None:
    game = set_up(last_shift(), 0, money=12, orders="E-gg", tiles="k1L,k2L")
    happened = events(last_ply(game), "bank")
    assert [type(event) for event in happened[1:]] == [ShiftScored, Ended]
    after = ended(game)
    assert after.over
    lorries = 13  # seat 0 has the only empty lorries, black ones
    assert after.vp[0] == 2 + 1 - 1 - 4 + lorries
    assert not any(isinstance(event, ShiftBegan) for event in happened)


def test_6_ruling_a_score_may_go_below_zero() -> None:
    game = set_up(last_shift(), 0, orders="E-gg,E-y,C-kk,E-k,E-g", loaded="y,b,,", cage="", storage="gk")
    after = ended(set_up(game, 0, loaded="y,b,g,k", storage=""))
    assert after.vp[0] == 1 - 5
    assert standings(after)[-1].seat == 0


def test_6_most_points_win() -> None:
    game = set_up(set_up(last_shift(), 2, money=10), 0, money=4)
    after = ended(game)
    assert winners(after) == (2,)
    assert events(last_ply(game), "bank")[-1] == Ended((2,))
    assert [(s.rank, s.seat) for s in standings(after)] == [(1, 2), (2, 0), (3, 1)]


def test_6_a_tie_goes_to_the_most_marks_left_after_the_conversion() -> None:
    game = set_up(set_up(last_shift(), 1, money=1), 2, money=4)
    after = ended(set_up(game, 0, money=4, orders="E-gg"))
    assert after.vp == [1, 1, 1]
    assert winners(after) == (2,)
    assert [(s.rank, s.seat, s.marks_left) for s in standings(after)] == [(1, 2, 4), (2, 1, 1), (3, 0, 0)]


def test_6_then_the_victory_is_shared() -> None:
    after = ended(set_up(set_up(last_shift(), 0, money=7), 2, money=8))
    assert winners(after) == (0, 2)
    assert [(s.rank, s.seat) for s in standings(after)] == [(1, 0), (1, 2), (3, 1)]


def test_6_lower_places_are_ranked_likewise() -> None:
    game = set_up(last_shift(4), 0, money=15)
    after = ended(set_up(set_up(game, 2, money=2), 3, money=2))
    assert [(s.rank, s.seat) for s in standings(after)] == [(1, 0), (2, 2), (2, 3), (4, 1)]
    after = ended(set_up(set_up(game, 2, money=2), 3, money=3))
    assert [(s.rank, s.seat) for s in standings(after)] == [(1, 0), (2, 3), (3, 2), (4, 1)]


def test_6_before_the_end_nobody_has_won() -> None:
    game = last_shift()
    assert winners(game) == ()
    assert {s.marks_left for s in standings(set_up(game, 0, money=4))} == {0}


def test_6_after_the_end_nothing_can_be_done() -> None:
    after = ended(last_shift())
    assert [*legal_actions(after)] == []
    for move in ("bank", "mine 6", "keep none", "draft B-y", "factory 1"):
        assert refused(after, move).code == "rule/game-over"
        assert refused(after, move, seat=1).code == "rule/game-over"


def test_6_the_breakdown_explains_every_point() -> None:
    game = set_up(last_shift(), 0, money=12, orders="E-gg,C-kk::kk", tiles="k1L,k2L", loaded="y,b,g,kk")
    after = ended(go(game, "deliver carriage"))
    for standing in standings(after):
        assert standing.breakdown.total == standing.vp == after.vp[standing.seat]
    mine = next(s.breakdown for s in standings(after) if s.seat == 0)
    assert (mine.deliveries, mine.outstanding, mine.imbalance) == (9, -1, -4)
    assert [card.name for card in mine.delivered] == ["C-kk"]
    assert [shift.prizes for shift in mine.shifts] == [
        (0,) * 4,
        (0,) * 8,
        (0, 0, 0, 5, 0, 7) + (0,) * 5 + (13,),
    ]

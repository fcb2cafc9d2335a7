"""RULES 7: the examples that must come out so."""

from __future__ import annotations

from engine.rules import CARDS, TILES, to_data
from engine.rules.coal import letters
from engine.rules.components import ELEMENTS
from engine.rules.scoring import element_counts, final_points, share_prizes
from tests.engine.rules.table import drafted, end_shift, go, last_ply, set_up, standing


def test_7_a_tile_with_two_gray_lorries_costs_six() -> None:
    assert TILES["g2L"].price == TILES["g2D"].price == 6


def test_7_money_spaces_in_a_three_player_game() -> None:
    game = standing(standing(drafted(3), "money 5", 1, 1), "money 6", 0, 2)
    placed = {move: to_data(go(game, move))["spaces"][move] for move in ("money 4", "money 5", "money 6")}
    assert placed == {"money 4": [0, 1], "money 5": [0, 2], "money 6": [0, 3]}


def test_7_mining_eight() -> None:
    game = set_up(drafted(3), 0, orders="E-gg", tiles="g1L", loaded="y,b,gg,k")
    move = "mine 8: to g, load g x2, to y, load y, to top, fill E-gg g x2"
    after = go(game, move).pits[0]
    assert (letters(after.cage), after.depth) == ("y", 0)
    assert letters(after.orders[CARDS["E-gg"]].held) == "gg"
    assert after.orders[CARDS["E-gg"]].free == 0


def test_7_a_carriage_delivery_of_nineteen_points() -> None:
    game = set_up(drafted(3, orders="M-gg"), 0, orders="C-kk::kk,C-ybgk::ybgk", delivered="B-gg")
    after = go(game, "deliver carriage")
    assert after.vp[0] == 19
    assert element_counts(after.pits[0])[:8] == [1, 1, 3, 3, 2, 6, 0, 0]


def test_7_barrow_and_carriage_in_the_second_shift() -> None:
    game = end_shift(drafted(3, orders="M-y M-b M-yy M-g M-k M-bb M-gg M-kk M-ybgk M-yyy M-kkk E-y E-b"))
    game = set_up(game, 0, delivered="B-bbb,C-k")
    game = set_up(game, 1, delivered="B-yy,B-k,C-g")
    game = set_up(game, 2, delivered="B-gg,C-ybgk,C-kk")
    assert [element_counts(pit)[4:6] for pit in game.pits] == [[3, 1], [3, 1], [2, 6]]
    after = go(last_ply(game), "bank")
    assert after.prizes[1][4:] == ((6, 6, 0), (3, 3, 7), (0, 0, 0), (0, 0, 0))
    barrow, carriage = ELEMENTS[4:6]
    assert share_prizes((3, 3, 2), barrow.first, barrow.second) == (6, 6, 0)
    assert share_prizes((1, 1, 6), carriage.first, carriage.second) == (3, 3, 7)


def test_7_five_workers_in_the_factory_start() -> None:
    game = standing(standing(drafted(3), "factory 1", 1, 5), "factory 2", 2, 4)
    game = standing(game, "factory 3", 0, 2)
    assert go(last_ply(game), "bank").start == 1


def test_7_the_final_count() -> None:
    light, dark = "y1L,y1L,y2L,b1L,b2L,g1L,k1L", "y1D,b1D,g1D,k1D"
    game = set_up(
        drafted(2, tiles="y2D b2D g2D k2D b2D g2D"), 0, money=7, orders="E-gg", tiles=f"{light},{dark}"
    )
    assert final_points(game.pits[0]) == (1, 1, -1, -6)

"""RULES 4: shift scoring."""

from __future__ import annotations

import pytest

from engine.rules import CARDS, Game, standings
from engine.rules.components import ELEMENTS
from engine.rules.events import ShiftScored
from engine.rules.scoring import element_counts, share_prizes
from tests.engine.rules.table import drafted, end_shift, events, go, last_ply, set_up

PRIZES = [
    *[("spots", "yellow", 2, 1), ("spots", "brown", 3, 1), ("spots", "gray", 4, 2), ("spots", "black", 5, 2)],
    *[("vehicle", "barrow", 6, 3), ("vehicle", "carriage", 7, 3), ("vehicle", "motorcar", 8, 4)],
    ("vehicle", "engine", 9, 4),
    *[("empty", "yellow", 10, 5), ("empty", "brown", 11, 5), ("empty", "gray", 12, 6)],
    ("empty", "black", 13, 6),
]


def delivered(players: int, *cards: str) -> Game:
    """Seats with these delivered cards and no orders; a shift like any other."""
    game = drafted(
        players, orders="M-y M-b M-yy M-g M-k M-bb M-gg M-kk M-ybgk M-yyy M-kkk C-yyy C-kkk E-bbb E-ggg E-y"
    )
    for seat in range(players):
        game = set_up(game, seat, orders="")
    for seat, names in enumerate(cards):
        game = set_up(game, seat, delivered=names)
    return game


def scoring(game: Game) -> ShiftScored:
    (scored,) = [event for event in events(last_ply(game), "bank") if isinstance(event, ShiftScored)]
    return scored


def in_shift(game: Game, shift: int) -> Game:
    while game.shift < shift:
        game = end_shift(game)
    return game


def test_4_the_twelve_elements_and_their_prizes() -> None:
    assert [(e.count, e.of, e.first, e.second) for e in ELEMENTS] == PRIZES


@pytest.mark.parametrize(("shift", "elements"), [(1, 4), (2, 8), (3, 12)])
def test_4_each_shift_scores_four_elements_more(shift: int, elements: int) -> None:
    scored = scoring(in_shift(drafted(3), shift))
    assert scored.shift == shift
    assert len(scored.counts) == len(scored.prizes) == elements


def test_4_counts_run_over_the_whole_game() -> None:
    game = in_shift(delivered(3, "E-gg", "B-y"), 3)
    assert scoring(game).counts[:4] == ((0, 1, 0), (0, 0, 0), (2, 0, 0), (0, 0, 0))
    assert [prizes[2] for prizes in end_shift(game).prizes] == [(4, 0, 0)] * 3


def test_4_spots_by_colour_and_by_vehicle() -> None:
    game = delivered(3, "B-ybgk,B-gg,E-bb", "C-kk,C-y", "E-g")
    assert element_counts(game.pits[0])[:8] == [1, 3, 3, 1, 6, 0, 0, 2]
    assert element_counts(game.pits[1])[:8] == [1, 0, 0, 2, 0, 3, 0, 0]
    assert element_counts(game.pits[2])[:8] == [0, 0, 1, 0, 0, 0, 0, 1]


def test_4_spots_are_what_is_printed_whatever_cubes_filled_them() -> None:
    game = set_up(delivered(3), 0, orders="C-kk::yyyy")
    after = go(game, "deliver carriage")
    assert element_counts(after.pits[0])[:4] == [0, 0, 0, 2]


def test_4_empty_lorries_by_level() -> None:
    game = set_up(delivered(3), 0, tiles="y2L,k1D,k2L", loaded=",b,g,kk")
    assert element_counts(game.pits[0])[8:] == [3, 0, 0, 2]


def test_4_a_foreign_cube_keeps_a_lorry_full() -> None:
    game = set_up(delivered(3), 0, tiles="k2L", loaded="y,b,g,kyb")
    assert element_counts(game.pits[0])[8:] == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("counts", "prizes"),
    [
        ((3, 2, 1), (9, 4, 0)),
        ((1, 2, 3), (0, 4, 9)),
        ((3, 3, 2), (9, 9, 0)),  # a tie for first: no second prize
        ((3, 2, 2), (9, 4, 4)),  # a tie for second: all of them
        ((3, 3, 3), (9, 9, 9)),
        ((3, 0, 0), (9, 0, 0)),  # who has none takes no part
        ((0, 0, 0), (0, 0, 0)),
        ((4, 3, 3, 2), (9, 4, 4, 0)),
        ((4, 4, 3, 3), (9, 9, 0, 0)),
        ((4, 3, 2, 1), (9, 4, 0, 0)),
        ((0, 1, 0, 0), (0, 9, 0, 0)),
        ((0, 2, 0, 1), (0, 9, 0, 4)),
        ((2, 1), (9, 0)),  # two players: first prizes only
        ((2, 2), (9, 9)),
        ((0, 1), (0, 9)),
        ((0, 0), (0, 0)),
    ],
)
def test_4_first_and_second_prize(counts: tuple[int, ...], prizes: tuple[int, ...]) -> None:
    assert share_prizes(counts, 9, 4) == prizes


def test_4_ties_and_two_players_in_a_game() -> None:
    three = scoring(delivered(3, "B-gg,B-k", "C-g,C-k", "E-g,E-kk"))
    assert three.prizes == ((0, 0, 0), (0, 0, 0), (4, 2, 2), (2, 2, 5))
    two = scoring(delivered(2, "B-gg,B-k", "C-g,C-k"))
    assert two.prizes == ((0, 0), (0, 0), (4, 0), (5, 5))


def test_4_only_players_with_at_least_one_take_part() -> None:
    scored = scoring(in_shift(delivered(4, "B-g"), 3))
    assert scored.prizes[2] == (4, 0, 0, 0)
    assert scored.prizes[4] == (6, 0, 0, 0)
    assert scored.prizes[7] == (0, 0, 0, 0)


def test_4_ruling_empty_lorries_need_no_delivered_order() -> None:
    game = in_shift(delivered(3), 3)
    game = set_up(game, 1, loaded=",,g,k", cage="yb")
    scored = scoring(set_up(game, 2, loaded=",b,g,k", cage="y"))
    assert scored.counts[8:] == ((0, 1, 1), (0, 1, 0), (0, 0, 0), (0, 0, 0))
    assert scored.prizes[8:] == ((0, 10, 10), (0, 11, 0), (0, 0, 0), (0, 0, 0))


def test_4_empty_lorries_score_only_in_the_last_shift() -> None:
    for shift in (1, 2):
        game = set_up(in_shift(delivered(3), shift), 1, loaded=",,,", cage="ybgk")
        assert end_shift(game).vp == [0, 0, 0]


def test_4_prizes_are_added_and_kept() -> None:
    game = delivered(3, "B-gg", "C-k")
    after = end_shift(game)
    assert after.vp == [4, 5, 0]
    assert after.prizes == (((0, 0, 0), (0, 0, 0), (4, 0, 0), (0, 5, 0)),)
    second = end_shift(after)
    assert second.vp == [4 + 4 + 6, 5 + 5 + 7, 0]
    first_seat = next(standing for standing in standings(second) if standing.seat == 0)
    assert [shift.total for shift in first_seat.breakdown.shifts] == [4, 10]
    assert first_seat.breakdown.delivered == (CARDS["B-gg"],)

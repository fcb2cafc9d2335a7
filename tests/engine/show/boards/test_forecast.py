"""The forecast: it is what the scoring would pay, and it knows nothing that is hidden."""

from __future__ import annotations

import pytest

from engine.rules import view
from engine.rules.scoring import score_shift
from engine.show import Style, board, forecast
from engine.tongue import LANGUAGES, tongue
from tests.engine.rules.table import TASTES, drafted, opened, set_up
from tests.engine.show.positions import NAMES, random_positions


@pytest.mark.parametrize("taste", TASTES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_is_what_the_scoring_would_pay(players: int, taste: str) -> None:
    shifts = set()
    for game in random_positions(players, 14, taste, every=5):
        if game.shift and not game.over:
            found = forecast(view(game, None))
            counts, prizes = score_shift(game)
            assert tuple(line.counts for line in found) == counts
            assert tuple(line.vp for line in found) == prizes
            shifts.add(game.shift)
    assert shifts == {1, 2, 3}


def test_before_the_first_shift_it_is_of_the_first() -> None:
    assert len(forecast(opened(3))) == 4


def test_when_the_game_is_over_nothing_comes() -> None:
    end = list(random_positions(2, 3, "any"))[-1]
    assert forecast(end) == []
    assert "WERE SCORED" not in board(end, NAMES[:2], None)


def test_cards_that_lie_face_down_are_not_counted() -> None:
    game = set_up(drafted(2, face_down=True), 1, delivered="E-kk")
    game.shift = 3
    hers, his = forecast(view(game, 0)), forecast(view(game, 1))
    assert [line.counts for line in hers[:8]] == [(0, None)] * 8
    assert [line.vp for line in hers[:8]] == [()] * 8
    assert hers[8:] == his[8:]
    assert his[3].counts == (0, 2)
    text = board(view(game, 0), NAMES[:2], 0)
    assert "black spots delivered        5       -             ?" in text
    assert "what they count for is not known" in text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("style", Style)
def test_the_board_tells_counts_and_prizes(language: str, style: Style) -> None:
    game = set_up(set_up(drafted(3), 1, delivered="E-kk,E-k"), 2, delivered="M-k")
    lines = board(view(game, 0), NAMES[:3], 0, tongue(language), style).split("\n")
    third = {Style.SPOKEN: "Ben 5", Style.UNICODE: "3 (+5)", Style.ASCII: "3 (+5)"}[style]
    (line,) = [line for line in lines if third in line]
    assert ("2" in line.partition(third)[2]) or ("(+2)" in line)

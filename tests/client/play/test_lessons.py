"""The lessons of a first game: each comes at its turn, and all are short."""

from __future__ import annotations

from random import Random

import pytest

from client.play.lessons import LESSONS, lesson_for, lesson_lines
from client.play.turn import Thinking
from client.session.style import Showing
from engine.bots import choose
from engine.bots.selfplay import opening
from engine.rules import play, view
from engine.show import Style
from engine.tongue import LANGUAGES, tongue
from tests.client.play.script import SHIFT_ONE, situation

SCREEN = 22
"""The lines of a small terminal, without the two at its foot."""


@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_lessons_come_in_a_game_and_in_order(players: int) -> None:
    game, rng = opening(players, Random(1)), Random(1)
    seen: list[int] = []
    while not game.over:
        if game.turn == 0 and (found := lesson_for(view(game, 0))):
            seen.append(found[0])
        game = play(game, choose("foreman", view(game, game.turn), rng)).game
    first = list(dict.fromkeys(seen))
    assert first[:5] == [1, 2, 3, 4, 5]
    assert sorted(first) == list(range(1, len(LESSONS) + 1))


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_lesson_fits_on_a_small_screen(code: str) -> None:
    for lesson in LESSONS:
        assert len(tongue(code).say(lesson.text)) < 12 * 76
    lines = lesson_lines(situation(SHIFT_ONE, Showing(tongue(code), Style.UNICODE), taught=True))
    assert 4 <= len(lines) <= SCREEN // 2


def test_lessons_can_be_switched_off_and_on() -> None:
    thinking = Thinking(situation(SHIFT_ONE, taught=True))
    assert "Lesson 4" in thinking.blocks()[0]
    thinking.answer("t")
    assert not any("Lesson" in block for block in thinking.blocks())
    assert not thinking.of.taught
    thinking.answer("t")
    assert "Lesson 4" in thinking.blocks()[0]

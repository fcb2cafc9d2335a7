"""The random bot: every choice as likely as any other."""

from __future__ import annotations

from collections import Counter
from random import Random

from engine.bots import choose
from engine.bots.selfplay import opening, play_one
from engine.rules import Game, Mine, legal_actions, play, view


def first_turn() -> Game:
    finished = play_one(8, 1, ["random"] * 4)
    game = finished.opening
    for action in finished.actions:
        if game.shift:
            break
        game = play(game, action).game
    return view(game, game.turn)


def test_each_legal_action_comes_about_as_often_as_any_other() -> None:
    rng, dealt = Random(1), opening(2, Random(1))
    seen = Counter(choose("random", dealt, rng) for _ in range(7000))
    assert set(seen) == set(legal_actions(dealt))
    assert all(850 < times < 1150 for times in seen.values())


def test_a_mining_space_is_one_choice_among_the_others() -> None:
    rng, game = Random(2), first_turn()
    spaces = [action.number for action in legal_actions(game) if isinstance(action, Mine)]
    chosen = [choose("random", game, rng) for _ in range(4000)]
    seen = Counter(action.number for action in chosen if isinstance(action, Mine))
    expected = 4000 / len(legal_actions(game))
    assert set(seen) == set(spaces) == {4, 6, 8, 10}
    assert all(0.8 * expected < times < 1.2 * expected for times in seen.values())


def test_at_each_step_stopping_is_as_likely_as_any_step() -> None:
    rng, game = Random(3), first_turn()
    mines = []
    while len(mines) < 3000:
        action = choose("random", game, rng)
        if isinstance(action, Mine):
            mines.append(action)
    # Four levels to go to, or stop; then four places to go to, one cube to load, or stop.
    assert 500 < sum(not mine.steps for mine in mines) < 700
    moved = [mine for mine in mines if mine.steps]
    assert 1 / 7 < sum(len(mine.steps) == 1 for mine in moved) / len(moved) < 1 / 5
    assert any(len(mine.steps) == mine.number for mine in mines)

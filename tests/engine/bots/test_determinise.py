"""A determinised view is a game that could be the true one."""

from __future__ import annotations

from random import Random

import pytest

from engine.bots.determinise import determinise
from engine.bots.selfplay import play_one
from engine.rules import HIDDEN_CARD, Game, play, to_data, view
from engine.rules.sound import require_sound


def positions(players: int, face_down: bool, bot: str = "greedy") -> list[Game]:
    finished = play_one(19, 1, [bot] * players, face_down)
    found = [finished.opening]
    for action in finished.actions:
        found.append(play(found[-1], action).game)
    return found[:-1]


@pytest.mark.parametrize("face_down", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_is_a_sound_game_that_looks_like_the_view(players: int, face_down: bool) -> None:
    for number, game in enumerate(positions(players, face_down)):
        seen = view(game, game.turn)
        before = to_data(seen)
        dealt = determinise(seen, Random(number))
        require_sound(dealt)
        assert to_data(view(dealt, game.turn)) == to_data(seen) == before
        assert "?" not in str(to_data(dealt))


def test_chance_decides_what_is_dealt_and_nothing_else() -> None:
    seen = view(positions(2, False)[20], 0)
    one, same, other = (determinise(seen, Random(seed)) for seed in (1, 1, 2))
    assert to_data(one) == to_data(same) != to_data(other)


def test_the_true_stacks_are_not_used() -> None:
    """Two games that differ in what is hidden get the same deal."""
    game = positions(2, False)[20]
    twin = game.copy()
    twin.tile_stack, twin.card_stack = game.tile_stack[::-1], game.card_stack[::-1]
    first, second = (determinise(view(each, each.turn), Random(7)) for each in (game, twin))
    assert to_data(first) == to_data(second)


def test_face_down_cards_are_dealt_near_to_what_they_scored() -> None:
    off = []
    for number, game in enumerate(positions(3, True)):
        seen = view(game, game.turn)
        dealt = determinise(seen, Random(number))
        for seat, pit in enumerate(seen.pits):
            if HIDDEN_CARD in pit.delivered:
                truth = sum(card.vp for card in game.pits[seat].delivered)
                off.append(abs(truth - sum(card.vp for card in dealt.pits[seat].delivered)))
    assert len(off) > 50
    assert sum(off) / len(off) < 3

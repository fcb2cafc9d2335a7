"""The laws over hundreds of seeded random games for each number of players, half of them face down.

`make soak` plays a thousand for each.
"""

from __future__ import annotations

from random import Random

import pytest

from engine.rules import Game, play, replay, standings, view, winners
from tests.engine.rules import laws
from tests.engine.rules.table import TASTES, random_action, random_opening
from tests.soak import chunks

CHUNKS, NOW = 20, 5
GAMES_IN_A_CHUNK = 50


def check_position(game: Game, rng: Random) -> None:
    """The laws of a position; the dear ones not in every position."""
    laws.nothing_is_lost(game)
    laws.pits_are_possible(game)
    if game.over:
        return
    chance = rng.random()
    if chance < 1 / 2:
        laws.the_mover_sees_every_choice(game, rng)
    if chance < 1 / 4:
        laws.views_hide(game, rng)
        laws.nothing_else_plays(game, rng)
    if chance < 1 / 12:
        laws.every_choice_plays(game, rng)
        laws.a_position_is_the_same_as_data(game)


def check_game(players: int, seed: int) -> None:
    rng = Random(f"{players} players, game {seed}")
    taste = [*TASTES.values()][seed % 4]
    opening = game = random_opening(players, rng, face_down=bool(seed // 4 % 2))
    public = view(opening, None)
    texts = []
    while not game.over:
        before = laws.frozen(game)
        check_position(game, rng)
        action = random_action(game, rng, taste)
        played = play(game, action, game.turn)
        texts.append(action.write())
        laws.text_and_action_are_one(action, texts[-1])
        laws.events_explain_money_and_points(game, played)
        laws.the_end_is_told_once(played)
        public = laws.played_in_public(public, action, played)
        assert game == before
        game = played.game
    check_position(game, rng)
    assert replay(opening, texts) == game
    check_end(game)


def check_end(game: Game) -> None:
    laws.a_position_is_the_same_as_data(game)
    found = standings(game)
    assert tuple(sorted(standing.seat for standing in found if standing.rank == 1)) == winners(game)
    for standing in found:
        points = standing.breakdown
        assert points.total == standing.vp == game.vp[standing.seat]
        assert points.deliveries == sum(card.vp for card in points.delivered)
        assert [len(shift.prizes) for shift in points.shifts] == [4, 8, 12]


@pytest.mark.parametrize("chunk", chunks(CHUNKS, NOW))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_keep_the_laws(players: int, chunk: int) -> None:
    for seed in range(chunk * GAMES_IN_A_CHUNK, (chunk + 1) * GAMES_IN_A_CHUNK):
        check_game(players, seed)


CORNERS = {
    *(
        "a substitute cube",
        "a kept tile with one",
        "all lorries empty",
        "two cubes for one",
        "cage and storage",
    ),
    *(
        "no tiles left",
        "no cards left",
        "fewer than five drawn",
        "nothing to return",
        "ten steps",
        "a delivery",
    ),
}


def corners(game: Game, text: str) -> set[str]:
    """The rare things that happen with this move."""
    keep, coal = text.startswith("keep"), "coal" in text
    met = {
        "a substitute cube": coal,
        "a kept tile with one": coal and keep,
        "all lorries empty": "empty empty" in text,
        "two cubes for one": " with " in text,
        "cage and storage": "cage+store" in text,
        "no tiles left": not game.tile_stack,
        "no cards left": not game.card_stack,
        "fewer than five drawn": 0 < len(game.drawn) < 5,
        "nothing to return": keep and "top" not in text and "bottom" not in text,
        "ten steps": text.startswith("mine 10") and text.count(",") == 9,
        "a delivery": text.startswith("deliver"),
    }
    return {corner for corner, there in met.items() if there}


def test_random_games_reach_every_corner() -> None:
    """Or the laws would say little."""
    met: set[str] = set()
    for seed in range(320):
        rng = Random(seed)
        game = random_opening(2 + seed % 3, rng)
        while not game.over:
            action = random_action(game, rng, [*TASTES.values()][seed % 4])
            met |= corners(game, action.write())
            game = play(game, action).game
    assert met == CORNERS

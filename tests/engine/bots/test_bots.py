"""What holds for every bot: it finishes games, plays only legal moves, and knows only its own view."""

from __future__ import annotations

import json
from random import Random

import pytest

from engine import bots
from engine.bots import NAMES, choose
from engine.bots.conformance import otherwise
from engine.bots.selfplay import generator, opening, play_game, play_one
from engine.errors import NotLegal, Refused
from engine.rules import Action, Draw, Game, Keep, play, to_data, view

GAMES = 4


def positions(players: int, face_down: bool, seed: int) -> list[Game]:
    """All positions of a game between randoms."""
    finished = play_one(seed, 1, ["random"] * players, face_down)
    found = [finished.opening]
    for action in finished.actions:
        found.append(play(found[-1], action).game)
    return found


def test_the_bots_are_gathered_from_their_files() -> None:
    assert NAMES == ("baron", "foreman", "greedy", "random")


@pytest.mark.parametrize("face_down", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", NAMES)
def test_every_bot_finishes_games_without_an_illegal_move(name: str, players: int, face_down: bool) -> None:
    for number in range(1, 2 if name == "baron" else GAMES + 1):
        finished = play_one(11, number, [name] * players, face_down)
        assert finished.game.over
        assert len(finished.actions) == len(finished.seats) == finished.game.ply


@pytest.mark.parametrize("face_down", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_what_is_hidden_does_not_change_the_choice(name: str, face_down: bool) -> None:
    rng = Random(5)
    differed = 0
    for number, game in enumerate(positions(3, face_down, seed=21)[: 60 if name == "baron" else -1]):
        other = otherwise(game, rng)
        differed += to_data(other) != to_data(game)
        here = choose(name, view(game, game.turn), Random(number))
        there = choose(name, view(other, game.turn), Random(number))
        assert here == there
    assert differed > 50


@pytest.mark.parametrize("name", NAMES)
def test_the_same_view_and_chance_give_the_same_choice_and_leave_the_view_alone(name: str) -> None:
    for number, game in enumerate(positions(4, False, seed=3)[:-1:5]):
        seen = view(game, game.turn)
        before = json.dumps(to_data(seen))
        assert choose(name, seen, Random(number)) == choose(name, seen, Random(number))
        assert json.dumps(to_data(seen)) == before


def test_self_play_shows_each_bot_its_own_view_only(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Game] = []

    def spy(shown: Game, rng: Random) -> Action:
        seen.append(shown)
        return choose("random", shown, rng)

    monkeypatch.setitem(bots._BOTS, "spy", spy)
    finished = play_one(2, 1, ["spy"] * 3, face_down=True)
    assert len(seen) == len(finished.actions)
    game = finished.opening
    for shown, action in zip(seen, finished.actions, strict=True):
        assert to_data(shown) == to_data(view(game, game.turn))
        assert {piece.name for piece in (*shown.tile_stack, *shown.card_stack)} <= {"?", "?-?"}
        game = play(game, action).game
    assert any(isinstance(action, Keep) for action in finished.actions)


def test_an_unknown_bot_is_refused_by_name() -> None:
    with pytest.raises(Refused, match=r"no bot `deep`; there are: baron, foreman, greedy, random") as refused:
        choose("deep", opening(2, Random(1)), Random(1))
    assert refused.value.code == "bots/unknown"


@pytest.mark.parametrize("name", NAMES)
def test_after_the_end_there_is_nothing_to_decide(name: str) -> None:
    finished = play_one(1, 1, ["random", "random"])
    with pytest.raises(NotLegal) as refused:
        choose(name, finished.game, Random(1))
    assert refused.value.code == "bots/game-over"


@pytest.mark.parametrize("word", ["factory", "order"])
@pytest.mark.parametrize("name", NAMES)
def test_a_bot_is_not_asked_to_choose_from_what_it_can_not_see(name: str, word: str) -> None:
    game = next(game for game in positions(2, False, seed=1) if game.shift == 1)
    drawn = play(game, Draw(word)).game
    with pytest.raises(NotLegal) as refused:
        choose(name, view(drawn, 1 - drawn.turn), Random(1))
    assert refused.value.code == "bots/not-its-view"
    assert isinstance(choose(name, view(drawn, drawn.turn), Random(1)), Keep)


def test_chance_is_told_apart_by_seed_game_and_purpose() -> None:
    firsts = {
        generator(seed, game, what).getrandbits(64)
        for seed in (0, 1, 10)
        for game in (1, 2, 11)
        for what in ("deal", "seat 0", "seat 1")
    }
    assert len(firsts) == 27


def test_a_bot_can_be_given_as_a_function() -> None:
    dealt = opening(2, Random(4))
    by_name = play_game(dealt, ["random", "random"], [Random(1), Random(2)])
    as_function = play_game(dealt, [bots.bot("random"), "random"], [Random(1), Random(2)])
    assert by_name.actions == as_function.actions


def test_play_game_takes_a_bot_and_chance_for_each_seat() -> None:
    dealt = opening(2, Random(4), face_down=True)
    finished = play_game(dealt, ["greedy", "random"], [Random(1), Random(2)])
    assert finished.opening is dealt
    assert finished.game.over
    assert finished.game.table.face_down

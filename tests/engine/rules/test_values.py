"""Values: pieces that exist once, games that copy, the public names, and new types of action."""

from __future__ import annotations

import copy
import inspect
import pickle
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TypeVar

import pytest

import engine
from engine import rules
from engine.rules import (
    CARDS,
    HIDDEN_CARD,
    HIDDEN_TILE,
    SPACES,
    TILES,
    Draft,
    Fill,
    Game,
    Keep,
    Mine,
    To,
    play,
    to_data,
)
from engine.rules.choices import Choices
from tests.engine.rules.table import random_action, random_game

T = TypeVar("T")

WAYS: dict[str, Callable[[T], T]] = {
    "pickle": lambda value: pickle.loads(pickle.dumps(value)),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}


@pytest.mark.parametrize("way", WAYS)
def test_pieces_and_spaces_stay_themselves(way: str) -> None:
    for piece in (*TILES.values(), *CARDS.values(), *SPACES, HIDDEN_TILE, HIDDEN_CARD):
        assert WAYS[way](piece) is piece


@pytest.mark.parametrize("way", WAYS)
def test_actions_are_equal_to_their_copies(way: str) -> None:
    keep = Keep(TILES["g2L"], (4, 3), "top", (TILES["k1D"], HIDDEN_TILE))
    for action in (Draft(CARDS["C-kk"]), keep, Mine(8, (To(3), Fill(CARDS["E-gg"], 2, (5, 1))))):
        again = WAYS[way](action)
        assert again == action
        assert hash(again) == hash(action)


def test_actions_are_frozen() -> None:
    with pytest.raises(AttributeError):
        Draft(CARDS["C-kk"]).card = CARDS["E-gg"]  # type: ignore[misc]


def test_the_order_in_which_cubes_are_named_makes_no_difference() -> None:
    assert Fill(CARDS["E-gg"], 2, (5, 1)) == Fill(CARDS["E-gg"], 2, (1, 5))
    assert rules.Factory(3, (4, 0)) == rules.Factory(3, (0, 4))


@pytest.mark.parametrize("way", ["pickle", "deepcopy"])
@pytest.mark.parametrize("plies", [0, 10, 60, 999])
def test_games_are_equal_to_their_copies(way: str, plies: int) -> None:
    game = random_game(3, 7, plies, face_down=plies == 60)
    again = WAYS[way](game)
    assert again == game
    assert again.pits[0] is not game.pits[0]
    assert to_data(again) == to_data(game)


def test_a_copied_game_can_be_changed_without_the_other() -> None:
    game = random_game(3, 7, 60)
    before = to_data(game)
    new = game.copy()
    new.workers[0] -= 1
    new.tiles[0] = None
    new.own_pit().orders.clear()
    new.own_pit().loaded[0] = 0
    assert to_data(game) == before


def test_every_field_is_copied() -> None:
    game = random_game(4, 3, 70)
    assert game.copy() == game
    assert game.pits[1].copy() == game.pits[1]


def test_data_can_be_changed_without_the_game() -> None:
    game = random_game(3, 7, 60)
    before = copy.deepcopy(game)
    data = to_data(game)
    for name, value in data.items():
        if isinstance(value, list):
            value.clear()
        data[name] = None
    assert game == before


def test_a_played_game_shares_nothing_that_changes() -> None:
    rng = Random(4)
    game = random_game(3, 4, 40)
    kept: list[tuple[Game, Game]] = []
    while not game.over:
        kept.append((game, copy.deepcopy(game)))
        game = play(game, random_action(game, rng)).game
    assert all(now == then for now, then in kept)


def test_choices_are_a_sequence() -> None:
    choices = Choices(["a", "b"], 3, lambda index: "cde"[index])
    assert [*choices] == [*"abcde"]
    assert [choices[i] for i in range(-5, 5)] == [*"abcdeabcde"]
    assert choices[1:4] == ["b", "c", "d"]
    assert choices[::-2] == ["e", "c", "a"]
    assert (len(choices), choices.index("d"), "e" in choices, "f" in choices) == (5, 3, True, False)
    for index in (5, -6, 99, -7):
        with pytest.raises(IndexError):
            choices[index]


def test_the_public_names_are_exactly_these() -> None:
    assert len(set(rules.__all__)) == len(rules.__all__)
    imported = {
        name
        for name, value in vars(rules).items()
        if not name.startswith("_") and not inspect.ismodule(value) and name != "annotations"
    }
    assert imported == set(rules.__all__)


def test_every_public_function_and_class_is_described() -> None:
    for name in rules.__all__:
        value = getattr(rules, name)
        if inspect.isfunction(value):
            assert inspect.getdoc(value), name


STRIKE = '''
    """The strike: one worker leaves for the canteen and takes a Mark with it."""

    from dataclasses import dataclass

    from ..action import Action, kind


    @kind
    @dataclass(frozen=True, slots=True)
    class Strike(Action):
        reason: int

        heads = ("strike", "walk out")
        form = "strike 1"
        listed = 45

        @classmethod
        def choices(cls, game):
            return [cls(1), cls(2)]

        @classmethod
        def read(cls, words, head, game):
            return cls(words.number("a reason"))

        def write(self):
            return f"strike {self.reason}"

        def play(self, game, events):
            game.workers[game.turn] -= 1
            game.canteen[game.turn] += 1
            game.own_pit().money -= 1
'''

USE_IT = """
    from engine.rules import CARDS, TILES, from_data, legal_actions, new_game, parse, play, replay, to_data

    game = new_game(2, [*TILES] * 3, [*CARDS], 0)
    while game.draft:
        game = play(game, legal_actions(game)[0]).game
    texts = [action.write() for action in legal_actions(game)]
    assert texts[-6:] == ["strike 1", "strike 2", "order 2", "order 3", "order 4", "bank"]
    strike = parse("Walk out, 2", game)
    assert strike.write() == "strike 2" and parse("strike 2") == strike == strike.public()
    after = play(game, strike).game
    assert (after.canteen, after.pits[0].money, after.turn, game.canteen) == ([1, 0], 9, 1, [0, 0])
    assert replay(game, ["strike 2"]) == after == from_data(to_data(after))
    try:
        parse("jump")
    except ValueError as refusal:
        assert "strike" in str(refusal), refusal
"""


def test_a_new_type_of_action_is_one_file(tmp_path: Path) -> None:
    shutil.copytree(Path(engine.__file__).parent, tmp_path / "engine")
    strike = tmp_path / "engine/rules/actions/strike.py"
    strike.write_text(textwrap.dedent(STRIKE), "utf-8")
    run = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(USE_IT)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, "")


def test_two_types_of_action_cannot_begin_alike() -> None:
    from engine.rules.action import KINDS, kind

    class Again(rules.Action):
        heads = ("bank",)
        listed = 99

    before = [*KINDS]
    with pytest.raises(TypeError, match="bank"):
        kind(Again)
    assert before == KINDS

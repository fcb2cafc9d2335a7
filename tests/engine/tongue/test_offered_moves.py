"""Moves in the reader's words: both forms mean the same."""

from __future__ import annotations

from random import Random

import pytest

from engine.rules import Mine, legal_actions, parse, play
from engine.show import Style
from engine.show.scribe import scribe
from engine.show.turn.plans import some_work
from engine.tongue import LANGUAGES, tongue
from engine.tongue.move_words import canonical
from engine.tongue.offered_moves import offered
from tests.engine.rules.table import TASTES, random_action, random_opening


@pytest.mark.parametrize("style", Style)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_offered_is_understood(language: str, style: Style) -> None:
    spoken, rng = scribe(tongue(language), style).tongue, Random(5)
    game, seen = random_opening(3, rng), set()
    while not game.over:
        action = random_action(game, rng, TASTES["haulers"])
        for move in [action, *list(legal_actions(game))[:12]]:
            text = offered(move.write(), spoken)
            assert style is not Style.ASCII or text.isascii()
            assert parse(canonical(text), game) == move, text
            seen.add(type(move))
        if game.shift and isinstance(action, Mine):
            work = some_work(game.own_pit(), action.number)
            assert parse(canonical(offered(work.write(), spoken)), game) == work
            play(game, work)
        game = play(game, action).game
    assert len(seen) >= 8


@pytest.mark.parametrize(
    ("language", "move", "text"),
    [
        ("de", "factory 3", "Fabrik 3"),
        ("de", "deliver carriage", "ausliefern per Fuhrwerk"),
        ("de", "bank", "Bank"),
        (
            "de",
            "mine 8: to g, load g x2, to top, fill E-gg g x2",
            "fördern 8: nach g, laden g x2, hinauf, füllen E-gg g x2",
        ),
        ("de", "mine 4: fill B-k k with y+b from store", "fördern 4: füllen B-k k mit y+b aus dem Lager"),
        ("ru", "factory 3", "фабрика 3"),
        ("ru", "deliver carriage", "доставка повозкой"),
        ("ru", "keep none, bottom B-y C-kk", "оставить ничего, вниз B-y C-kk"),
        ("en", "factory draw", "factory draw"),
    ],
)
def test_moves(language: str, move: str, text: str) -> None:
    assert offered(move, tongue(language)) == text
    assert parse(canonical(text)).write() == move


def test_in_ascii_only_what_is_understood() -> None:
    assert offered("mine 6", scribe(tongue("de"), Style.ASCII).tongue) == "foerdern 6"
    assert offered("mine 6", scribe(tongue("ru"), Style.ASCII).tongue) == "mine 6"

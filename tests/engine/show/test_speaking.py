"""What is read aloud has whole words."""

from __future__ import annotations

import re
from random import Random

import pytest

from engine.phrase import phrase
from engine.rules import play
from engine.show import Style, board, numbered_actions, standings_text, tell
from engine.show.speaking import aloud
from engine.tongue import LANGUAGES, tongue
from tests.engine.rules.table import TASTES, random_action, random_opening

NAMES = ["Anna", "Ben", "Carl"]


@pytest.mark.parametrize(
    ("language", "n", "told"),
    [
        ("en", 1, "1 victory point"),
        ("en", 7, "7 victory points"),
        ("de", 1, "1 Siegpunkt"),
        ("de", 12, "12 Siegpunkte"),
        ("ru", 1, "1 победное очко"),
        ("ru", 3, "3 победных очка"),
        ("ru", 5, "5 победных очков"),
    ],
)
def test_points_are_counted(language: str, n: int, told: str) -> None:
    spoken = aloud(tongue(language))
    assert spoken.say("{vp} VP", vp=n) == told
    assert told in spoken.say("{who} {vp} VP (has {n})", who="Anna", vp=n, n=2)
    assert spoken.phrase(phrase("{vp} VP", vp=n)) == told
    assert aloud(spoken) is spoken


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_abbreviation_is_left(language: str) -> None:
    said, rng = (tongue(language), Style.SPOKEN), Random(2)
    game, texts = random_opening(3, rng), []
    while not game.over:
        game, events = play(game, random_action(game, rng, TASTES["any"]))
        texts += tell(events, NAMES, *said)
        if game.ply % 20 == 0:
            texts += [board(game, NAMES, 0, *said), str(numbered_actions(game, NAMES, *said))]
    texts += [board(game, NAMES, 0, *said), standings_text(game, NAMES, *said)]
    assert [text for text in texts if re.search(r"\b(VP|SP|ПО)\b", text)] == []

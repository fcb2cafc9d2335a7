"""Every language and style: nothing is too wide, nothing hidden is shown, and all look as they should."""

from __future__ import annotations

import re
from random import Random

import pytest

from engine.rules import CARDS, TILES, Game, Mine, dig, play, view
from engine.show import Style, board, composition, numbered_actions, standings_text, tell, wrap
from engine.tongue import ENGLISH, LANGUAGES, Tongue, tongue
from tests.engine.rules.table import TASTES, random_action, random_opening, random_steps
from tests.engine.show.events import EVENTS
from tests.engine.show.positions import (
    NAMES,
    ODD_NAMES,
    is_fit,
    is_plain,
    on_the_board,
    otherwise,
    random_positions,
)
from tests.engine.show.reading import ALL, golden, reading

DRAWN = set("{}[]|·=_") | {chr(sign) for sign in range(0x2500, 0x25A0)}
"""What stands in pictures, and reads badly."""


def all_texts(game: Game, reader: int | None, names: list[str], said: tuple[Tongue, Style]) -> list[str]:
    """What a reader gets to see of a position."""
    seen = view(game, reader)
    return [
        board(seen, names, reader, *said),
        str(numbered_actions(seen, names, *said)),
        standings_text(seen, names, *said),
    ]


@pytest.mark.parametrize("style", Style)
@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_are_as_they_were_meant_to_look(language: str, style: Style) -> None:
    assert reading(language, style) == golden(language, style).read_text("utf-8")


def test_there_is_a_golden_text_for_each() -> None:
    assert {path.name for path in golden(*ALL[0]).parent.iterdir()} == {golden(*one).name for one in ALL}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(("language", "style"), ALL)
def test_no_line_is_too_wide(language: str, style: Style, players: int) -> None:
    said = tongue(language), style
    fits = is_plain if style is Style.ASCII else is_fit
    for seed, taste in enumerate(TASTES):
        for game in random_positions(players, seed, taste, every=41, face_down=bool(seed % 2)):
            for names in (NAMES[:players], ODD_NAMES[:players]):
                for text in all_texts(game, game.turn, names, said):
                    assert fits(text), text


@pytest.mark.parametrize(("language", "style"), ALL)
def test_every_pit_fits_on_a_screen(language: str, style: Style) -> None:
    if style is Style.SPOKEN:
        return
    for seed, taste in enumerate(TASTES):
        for game in on_the_board(4, seed, taste, every=41):
            text = board(view(game, None), ODD_NAMES, None, tongue(language), style)
            blocks = text.split("\n\n")[-5:-1]
            assert len(blocks) == 4
            assert max(block.count("\n") + 1 for block in blocks) <= 24


@pytest.mark.parametrize(("language", "style"), ALL)
def test_stories_and_compositions_fit(language: str, style: Style) -> None:
    said = tongue(language), style
    fits = is_plain if style is Style.ASCII else is_fit
    rng = Random(4)
    game = random_opening(4, rng)
    while not game.over:
        game, what = play(game, random_action(game, rng, TASTES["any"]))
        for sentence in tell(what, ODD_NAMES, *said):
            assert sentence.endswith(".")
            assert "{" not in sentence
            assert fits("\n".join(wrap(sentence)))
        if game.ply % 20 == 0 and not game.over:
            assert fits(composition(dig(game, random_steps(game, Mine(6), rng)), *said))


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_spoken_is_not_drawn(language: str) -> None:
    """Only a move may have signs in it, where it has to be typed."""
    for game in random_positions(3, 2, "any", every=13):
        text = board(view(game, 0), NAMES[:3], 0, tongue(language), Style.SPOKEN)
        assert not DRAWN & set(text)
        assert ".." not in text
        assert "  " not in text


@pytest.mark.parametrize("taste", TASTES)
def test_nothing_hidden_is_shown(taste: str) -> None:
    """Two games that differ only in what a reader may not know read the same."""
    rng = Random(9)
    differed = 0
    for at, game in enumerate(random_positions(3, 8, taste, face_down=True, every=3)):
        language, style = ALL[at % len(ALL)]
        said = tongue(language), style
        for reader in (None, 0, 1, 2):
            other = otherwise(game, reader, rng)
            differed += other != game
            assert all_texts(game, reader, NAMES[:3], said) == all_texts(other, reader, NAMES[:3], said)
    assert differed > 50


MASKED = "\u25a0"
PLACE = re.compile(r"(\{\w+\})")
KNOWN = {"Anna", "Ben", "II", "III", *TILES, *CARDS}


def masked(text: str) -> str:
    """A text of a catalogue with every letter hidden, so that only what is not from there can be read."""
    return "".join(part if PLACE.fullmatch(part) else MASKED * len(part) for part in PLACE.split(text))


@pytest.mark.parametrize("style", [Style.UNICODE, Style.SPOKEN])
@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != ENGLISH])
def test_every_word_is_from_the_catalogue(language: str, style: Style) -> None:
    said = tongue(language).spelt(masked), style
    texts = tell(EVENTS, ["Anna", "Ben", "Anna"], *said)
    for game in random_positions(2, 5, "haulers", every=9, face_down=True):
        seen = view(game, 0)
        texts += [board(seen, ["Anna", "Ben"], 0, *said), standings_text(seen, ["Anna", "Ben"], *said)]
        for entry in numbered_actions(seen, ["Anna", "Ben"], *said).entries:
            texts += entry.outcome.follows
    found = {word for text in texts for word in re.findall(r"[A-Za-z]+(?:[-0-9][A-Za-z]+)?", text)}
    assert MASKED in "".join(texts)
    assert {word for word in found - KNOWN if len(word) > 1 and set(word) - set("ybgk")} == set()

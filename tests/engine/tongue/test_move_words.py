"""Moves in the words of any language."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import Refused
from engine.rules import notation, parse, play
from engine.rules.action import HEADS
from engine.rules.mining.notation import _FILL, _LOAD, _PLACES, _SOURCES, _STORE, _TO
from engine.tongue import LANGUAGES
from engine.tongue.move_words import MOVE_WORDS, canonical, dictionary, translations
from tests.engine.rules.table import TASTES, random_action, random_opening

ENGLISH_WORDS = {
    *(part for head in HEADS for part in head),
    *notation.COLOUR_WORDS,
    *notation.VEHICLE_WORDS,
    *(*_PLACES, *_SOURCES, *_TO, *_LOAD, *_STORE, *_FILL),
    *"bottom none nothing coal empty from with by and then the level on at x".split(),
}

MOVES = [
    (
        "Fördern 8: nach grau, lade grau x2, nach oben, fülle E-gg g x2",
        "mine 8: to g, load g x2, to top, fill E-gg g x2",
    ),
    ("FOERDERN 8: nach Etage g, laden g mal 2, hoch", "mine 8: to g, load g x2, to top"),
    ("fördern 6: fülle B-k schwarz mit gelb+braun aus dem Lager", "mine 6: fill B-k k with y+b from store"),
    ("fördern 6: fahre über Tage, einlagern gelb", "mine 6: to top, store y"),
    ("Auftrag 2", "order 2"),
    ("nimm Auftrag 2", "order 2"),
    ("Auftrag ziehen", "order draw"),
    ("Fabrik 3, Kohle schwarz leer", "factory 3, coal k empty"),
    ("kaufe 3", "factory 3"),
    ("Geld 5", "money 5"),
    ("Bank", "bank"),
    ("ausliefern per Handkarren", "deliver barrow"),
    ("Auslieferung Eisenbahn", "deliver engine"),
    ("behalte nichts, nach unten B-y C-kk", "keep none, bottom B-y C-kk"),
    ("behalte g2L, oben k1D y1L b2D y2L", "keep g2L, top k1D y1L b2D y2L"),
    ("aussuchen C-kk", "draft C-kk"),
    (
        "добыча 8: к серому, погрузить серый х2, наверх, положить E-gg серый x2",
        "mine 8: to g, load g x2, to top, fill E-gg g x2",
    ),
    (
        "добыть 6: положить B-k чёрный с жёлтый+коричневый из хранилища",
        "mine 6: fill B-k k with y+b from store",
    ),
    ("ДОБЫТЬ 6: на уровень b, загрузить черный 2х", "mine 6: to b, load k x2"),
    ("заказ 2", "order 2"),
    ("взять заказ 2", "order 2"),
    ("заказ, выбор", "order draw"),
    ("фабрика 3, уголь чёрный пусто", "factory 3, coal k empty"),
    ("деньги 5", "money 5"),
    ("банк", "bank"),
    ("доставить повозкой", "deliver carriage"),
    ("оставить ни одного, вниз B-y C-kk", "keep none, bottom B-y C-kk"),
    ("выбрать C-kk", "draft C-kk"),
    ("mine 8: nach серому, load grau", "mine 8: to g, load g"),
]


@pytest.mark.parametrize(("said", "move"), MOVES)
def test_moves(said: str, move: str) -> None:
    assert parse(canonical(said)).write() == move


@pytest.mark.parametrize("meaning", MOVE_WORDS)
@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_every_word_stands_for_its_own(language: str, meaning: str) -> None:
    for code, word, means in translations():
        if (code, means) == (language, meaning):
            assert canonical(word) == meaning
            assert canonical(word.upper()) == meaning


def test_no_word_means_two_things() -> None:
    """Neither within a language nor between two."""
    meanings: dict[str, set[str]] = {}
    for _, word, meaning in translations():
        meanings.setdefault(word.casefold().replace("ё", "е"), set()).add(meaning)
    assert {word: means for word, means in meanings.items() if len(means) > 1} == {}


def test_no_word_means_something_else_in_english() -> None:
    assert {
        word: means for word, means in dictionary().words.items() if word in ENGLISH_WORDS - {means}
    } == {}


def test_no_single_letter_but_a_preposition_is_translated() -> None:
    """The letters of colours, vehicles and sides are the notation's own."""
    single = {word: means for word, means in dictionary().words.items() if len(word) == 1}
    assert not any(word.isascii() for word in single)
    assert set(single.values()) <= {"to", "with", "and", "x"}


@pytest.mark.parametrize("taste", TASTES)
def test_canonical_moves_stay_as_they_are(taste: str) -> None:
    rng = Random(3)
    game = random_opening(3, rng)
    while not game.over:
        action = random_action(game, rng, TASTES[taste])
        assert canonical(action.write()) == action.write()
        game = play(game, action).game


@pytest.mark.parametrize("word", sorted(ENGLISH_WORDS))
def test_english_words_stay_as_they_are(word: str) -> None:
    assert canonical(word) == word


@pytest.mark.parametrize("text", ["C-kk", "g2L", "ckk", "E\u2011gg", "x2", "2x", "B - y", "y+b", "?-?", ""])
def test_pieces_stay_as_they_are(text: str) -> None:
    assert notation.split(canonical(text)) == notation.split(text)


def test_unseen_letters_do_not_matter() -> None:
    assert canonical("Fo\u0308r\u00addern\u200b 8") == "mine 8"


@given(st.text() | st.lists(st.sampled_from(sorted(dictionary().words)) | st.text(max_size=3)).map(" ".join))
def test_nothing_but_a_refusal_comes_of_any_text(text: str) -> None:
    once = canonical(text)
    assert canonical(once) == once
    with suppress(Refused):
        parse(once)

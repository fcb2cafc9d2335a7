"""Names that people could take for each other, and letters by their alphabets."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.record.names.alphabets import alphabet_of, mixes_alphabets
from engine.record.names.likeness import alike, shape_of_ascii, shapes

ALIKE = [
    ("Anna", "Аnna"),  # a Cyrillic capital
    ("Anna", "ΑΝΝΑ"),  # Greek
    ("Copa", "Сора"),  # Cyrillic throughout
    ("Anna", "ANNA"),
    ("Anna", "Ánná"),
    ("Anna", "An na"),
    ("Anna", "A.n-n_a!"),
    ("Anna", "Ａｎｎａ"),
    ("Anna", "𝐀𝓃𝗇𝒶"),
    ("Otto", "0tt0"),
    ("Bill", "B1lI"),
    ("Modern", "Modem"),
    ("Walter", "VValter"),
    ("Łukasz", "Lukasz"),
    ("Søren", "Soren"),
    ("Νίκη", "ΝΙΚΗ"),
    ("Нина", "НИНА"),
    ("Tolkien", "Tolkıen"),
    ("Gary", "ƓARY"),
    ("Anna", "Ⱥnna"),
    ("Кора", "Қора"),
    ("Otto", "Ott〇"),
    ("Bill", "Bi丨l"),
    ("カナ", "力ナ"),
    ("ロイ", "口イ"),
    ("דוד", "ד\u05bcוד"),
    ("علي", "ع\u064eلي"),
    ("max", "rnax"),
    ("ann-a", "an_na"),
]
DIFFERENT = [
    ("Anna", "Hanna"),
    ("Clara", "Клара"),
    ("Ben", "Бен"),
    ("Anna", "Bert"),
    ("李", "王"),
    ("!", "?"),
]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_alike(one: str, other: str) -> None:
    assert alike(one, other)
    assert alike(other, one)


@given(st.text(st.sampled_from("abdilmnrvwxyzABILMRVW01-_ ."), min_size=1, max_size=12))
def test_the_quick_way_for_plain_letters_finds_the_same(name: str) -> None:
    """What makes them longer than ASCII, and is not seen, makes no difference."""
    assert shapes(name) == {shape_of_ascii(name)}
    assert not name.strip(" -_.") or alike(name, f"{name}\u0301")


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_different(one: str, other: str) -> None:
    assert not alike(one, other)


@pytest.mark.parametrize("word", ["Аnna", "Annа", "Βen", "Ѕervеr", "Anнa", "Анnа", "Օtto", "Aлиса", "πeter"])
def test_a_word_that_mixes_alphabets(word: str) -> None:
    assert mixes_alphabets(word)


@pytest.mark.parametrize("word", ["Anna", "Анна", "Άννα", "O’Brien-2", "山田ひろし", "김철수X", "דוד"])
def test_a_word_of_one_alphabet(word: str) -> None:
    assert not mixes_alphabets(word)


def test_the_ranges_hold_nothing_that_acts() -> None:
    """No controls, no direction changes, nothing unseen, nothing private, no spaces but one."""
    for number in range(0x30000):
        if alphabet_of(chr(number)) is not None:
            assert unicodedata.category(chr(number)) not in {"Cc", "Cf", "Cs", "Co", "Zl", "Zp", "Me"}, hex(
                number
            )
            assert unicodedata.category(chr(number)) != "Zs" or number == 0x20
            assert number not in {0x115F, 0x1160, 0x3164, 0xFFA0, 0x2800}


def test_letters_drawn_like_latin_ones_are_in_other_alphabets_or_none() -> None:
    for letter in "аеорсухіјѕһԁԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧօսոᎪᏴꓐ𝐚ａⓐℓℐ":
        assert alphabet_of(letter) != "Latin"

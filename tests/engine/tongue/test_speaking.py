"""Saying things in a language."""

from __future__ import annotations

import pickle
from datetime import UTC, datetime

import pytest

from engine.errors import NotLegal
from engine.phrase import Phrase, counted, phrase, word, word_within
from engine.tongue import ENGLISH, LANGUAGES, Tongue, tongue
from engine.tongue.po import read_po

PO = """
msgid ""
msgstr ""
"Plural-Forms: nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : "
"n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\\n"

msgid "{who} is to move"
msgstr "ходит {who}"

msgid "top"
msgstr "крышка"

msgctxt "place"
msgid "top"
msgstr "верх"

msgid "{n} worker of {who}"
msgid_plural "{n} workers of {who}"
msgstr[0] "{n} рабочий игрока {who}"
msgstr[1] "{n} рабочих игрока {who}"
msgstr[2] "{n} рабочих (много) игрока {who}"

msgid "`{move}`: {why}"
msgstr "ход `{move}`: {why}"

msgid "the cage is full"
msgstr "клеть полна"

msgid "{others} and {last}"
msgstr "{others} и {last}"
"""


@pytest.fixture
def russian() -> Tongue:
    return Tongue("ru", read_po(PO.strip()))


def test_a_text_with_facts(russian: Tongue) -> None:
    assert russian.say("{who} is to move", who="Anna") == "ходит Anna"


def test_what_is_not_translated_is_said_in_english(russian: Tongue) -> None:
    assert russian.say("{who} wins", who="Anna") == "Anna wins"
    assert russian.count("{n} cube", "{n} cubes", 2) == "2 cubes"
    assert russian.count("{n} cube", "{n} cubes", 1) == "1 cube"


@pytest.mark.parametrize(
    ("n", "said"),
    [
        (1, "1 рабочий игрока A"),
        (3, "3 рабочих игрока A"),
        (5, "5 рабочих (много) игрока A"),
        (11, "11 рабочих (много) игрока A"),
        (21, "21 рабочий игрока A"),
        (-1, "-1 рабочий игрока A"),
    ],
)
def test_counting(russian: Tongue, n: int, said: str) -> None:
    assert russian.count("{n} worker of {who}", "{n} workers of {who}", n, who="A") == said


def test_contexts(russian: Tongue) -> None:
    assert russian.say("top") == russian.say(word("top")) == "крышка"
    assert russian.within("place", "top") == russian.say(word_within("place", "top")) == "верх"
    assert russian.within("elsewhere", "top") == "top"


def test_phrases_among_the_facts_are_said_too(russian: Tongue) -> None:
    why = word("the cage is full")
    assert russian.say("`{move}`: {why}", move="load g", why=why) == "ход `load g`: клеть полна"
    whose = counted("{n} worker of {who}", "{n} workers of {who}", 2, who="Anna")
    assert russian.say("{who} is to move", who=whose) == "ходит 2 рабочих игрока Anna"
    deep = phrase("{who} is to move", who=whose)
    assert russian.phrase(deep) == russian.say(deep) == "ходит 2 рабочих игрока Anna"


def test_refusals_and_refusals_inside_them(russian: Tongue) -> None:
    inner = NotLegal("rule/cage-full", "the cage is full")
    outer = NotLegal("rule/x", "`{move}`: {why}", move="load g", why=inner)
    assert russian.refusal(outer) == "ход `load g`: клеть полна"
    assert str(outer) == "`load g`: the cage is full"


def test_lists(russian: Tongue) -> None:
    assert russian.all_of([]) == ""
    assert russian.all_of(["A"]) == "A"
    assert russian.all_of(["A", "B", word("the cage is full")]) == "A, B и клеть полна"
    assert tongue(ENGLISH).all_of(["A", "B", "C"]) == "A, B and C"


def test_a_phrase_is_its_english_text() -> None:
    made = counted("{n} worker of {who}", "{n} workers of {who}", 2, who="Anna")
    assert made == "2 workers of Anna"
    assert hash(made) == hash("2 workers of Anna")
    assert str(phrase("a {thing}", thing="cage")) == "a cage"
    assert counted("{n} worker", "{n} workers", 1) == "1 worker"


@pytest.mark.parametrize(
    "made",
    [
        word("top"),
        word_within("place", "top"),
        phrase("{who} is to move", who=word("top")),
        counted("{n} worker of {who}", "{n} workers of {who}", 2, who="Anna"),
    ],
)
def test_a_phrase_can_be_sent_and_kept(made: Phrase, russian: Tongue) -> None:
    again = pickle.loads(pickle.dumps(made))
    assert type(again) is Phrase
    assert again == made
    assert russian.phrase(again) == russian.phrase(made)


def test_braces_in_a_text_without_facts_stay(russian: Tongue) -> None:
    assert russian.say("{gg...} is the cage") == "{gg...} is the cage"


def test_a_fact_is_never_read_as_a_template(russian: Tongue) -> None:
    assert russian.say("{who} is to move", who="{who} {0} %s") == "ходит {who} {0} %s"


def test_the_languages() -> None:
    assert LANGUAGES[0] == ENGLISH
    assert {"de", "ru"} <= set(LANGUAGES)
    assert [tongue(code).code for code in LANGUAGES] == list(LANGUAGES)
    assert tongue("tlh").code == ENGLISH
    assert tongue("de") is tongue("de")


def test_another_spelling(russian: Tongue) -> None:
    loud = russian.spelt(str.upper)
    assert loud.say("the cage is full") == "КЛЕТЬ ПОЛНА"
    assert russian.say("the cage is full") == "клеть полна"
    assert tongue(ENGLISH).spelt(str.upper).say("the cage is full") == "the cage is full"


def test_moments_are_read_off_the_readers_clock() -> None:
    at = int(datetime(2026, 11, 16, 23, 30, tzinfo=UTC).timestamp())
    assert tongue("de").moment(at, "Europe/Berlin") == "17.11.2026, 00:30:00 (Europe/Berlin)"
    assert tongue("ru").moment(at, "UTC").startswith("16 нояб. 2026")
    assert "Nov 16, 2026" in tongue("en").moment(at, "UTC")

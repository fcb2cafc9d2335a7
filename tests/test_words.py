"""Every text that players read is there in every language, with the same facts in it."""

from __future__ import annotations

import ast
import re
from string import Formatter

import pytest

from engine.errors import BadRecord, NotLegal, Refused
from engine.phrase import phrase
from engine.record.log.place import at_entry
from engine.tongue import ENGLISH, LANGUAGES, tongue
from engine.tongue.answer_words import YES_WORDS, all_words
from tools.words import (
    BEHIND_CODE,
    CATALOGUES,
    ROOMS,
    ROOT,
    catalogue_of,
    found_in_code,
    untranslated,
    update,
)

OTHERS = [language for language in LANGUAGES if language != ENGLISH]


def facts_in(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def commands_in(template: str) -> list[str]:
    """What somebody is to type, which is the same in every language."""
    return sorted(re.findall(r"`[^`]*`", template))


@pytest.fixture(scope="module")
def template() -> object:
    return found_in_code()


def test_there_are_three_languages_or_more() -> None:
    assert {"en", "de", "ru"} <= set(LANGUAGES)


@pytest.mark.parametrize("language", OTHERS)
def test_the_catalogue_has_all_texts_and_no_others(language: str, template: object) -> None:
    known = {(message.context, message.id) for message in catalogue_of(language) if message.id}
    wanted = {(message.context, message.id) for message in template if message.id}  # type: ignore[attr-defined]
    assert known == wanted, "type: make words"


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_untranslated(language: str, template: object) -> None:
    missing = [message.id for message in untranslated(update(language, template))]  # type: ignore[arg-type]
    assert missing == []


@pytest.mark.parametrize("language", OTHERS)
def test_the_same_facts_are_told(language: str) -> None:
    for message in catalogue_of(language):
        if not message.id:
            continue
        ours = message.id if isinstance(message.id, tuple) else (message.id,)
        theirs = message.string if isinstance(message.string, tuple) else (message.string,)
        for said in theirs:
            assert facts_in(said) <= facts_in(ours[-1]), (ours, said)
            assert facts_in(said) >= facts_in(ours[-1]) - {"n"}, (ours, said)
            if len(ours) == 1:
                assert facts_in(said) == facts_in(ours[0]), (ours, said)


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_marked_as_doubtful(language: str) -> None:
    assert "#, fuzzy" not in (CATALOGUES / f"{language}.po").read_text("utf-8")


# What has no word of its own language in it: names, notation, and words that are the same in both.
NO_CYRILLIC: set[str] = set()
AS_IN_ENGLISH = {"Bank", "Server", "{n} Mark"}
# Each language has its own yes, and offers the others.
OWN_COMMANDS = {
    *(f"`{yes}`" for yes in all_words(YES_WORDS)),
    *(f"`set language {language}`" for language in LANGUAGES),
}
HOST_ONLY = set(
    """BadAccount BadArchives BadBackup BadConfig BadLedger WrongRevision BadName BadSite NoAccount NoArchive
    NobodyThere NotAside NotDead NotImported TokenRefused""".split()
)
WIDTH = 78
_HAS_LETTERS = re.compile(r"[^\W\d_]")
_HAS_CYRILLIC = re.compile(r"[а-яё]", re.IGNORECASE)
_BACKTICKS_AND_FACTS = re.compile(r"`[^`]*`|\{[^{}]*\}")


def plain_words(text: str) -> str:
    """What is left of a text without its facts and what is to be typed."""
    return _BACKTICKS_AND_FACTS.sub("", text)


def translations(language: str) -> list[tuple[str, str]]:
    """Every translation, behind its English text. Move words are left out: they are lists of words."""
    found = []
    for message in catalogue_of(language):
        ours = message.id if isinstance(message.id, tuple) else (message.id,)
        theirs = message.string if isinstance(message.string, tuple) else (message.string,)
        if message.id and message.context != "move word":
            found += [(ours[0 if form == 0 else -1], said) for form, said in enumerate(theirs)]
    return found


def test_russian_texts_are_russian() -> None:
    said = [plain_words(said) for _, said in translations("ru")]
    assert {
        text for text in said if _HAS_LETTERS.search(text) and not _HAS_CYRILLIC.search(text)
    } == NO_CYRILLIC


def test_german_texts_are_not_english() -> None:
    same = {said for english, said in translations("de") if said == english}
    assert {text for text in same if _HAS_LETTERS.search(plain_words(text))} == AS_IN_ENGLISH


@pytest.mark.parametrize("language", OTHERS)
def test_what_is_to_be_typed_stays_as_it_is(language: str) -> None:
    for english, said in translations(language):
        ours, theirs = set(commands_in(english)), set(commands_in(said))
        assert ours - OWN_COMMANDS == theirs - OWN_COMMANDS, said
        assert len(ours) == len(theirs), said


@pytest.mark.parametrize("language", OTHERS)
def test_texts_of_several_lines_fit_a_mail(language: str) -> None:
    lines = [line for _, said in translations(language) if "\n" in said for line in said.split("\n")]
    assert [line for line in lines if len(line) > WIDTH] == []


def test_every_refusal_that_a_player_can_meet_is_looked_for() -> None:
    bases: dict[str, set[str]] = {}
    for room in ROOMS:
        for path in (ROOT / room).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.ClassDef):
                    bases.setdefault(node.name, set()).update(getattr(base, "id", "") for base in node.bases)
    refusals = {"Refused"}
    while more := {name for name, above in bases.items() if above & refusals} - refusals:
        refusals |= more
    assert refusals - HOST_ONLY == BEHIND_CODE


def test_the_text_of_a_refusal_is_one_plain_string() -> None:
    """Only that can be found in the code, and translated. What is put together is a fact of its own."""
    glued = [
        (str(path.relative_to(ROOT)), ast.unparse(call.args[1]))
        for room in ROOMS
        for path in (ROOT / room).rglob("*.py")
        for call in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(call, ast.Call)
        and getattr(call.func, "id", "") in BEHIND_CODE
        and len(call.args) > 1
        and not isinstance(call.args[1], ast.Constant)
    ]
    assert glued == [("engine/record/keyring/keyring.py", "text")]


@pytest.mark.parametrize(
    ("refusal", "german"),
    [
        (at_entry(3, BadRecord("log/form", "it reveals no seed")), "Eintrag 3: hier wird kein Startwert"),
        (
            NotLegal("rule/x", "`{move}`: {why}", move="bank", why=phrase("the cage is full")),
            "`bank`: der Förder",
        ),
    ],
)
def test_a_refusal_within_a_refusal_is_told_in_the_same_language(refusal: Refused, german: str) -> None:
    assert tongue("de").refusal(refusal).startswith(german)

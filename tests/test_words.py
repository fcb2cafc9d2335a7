"""Every text that players read is there in every language, with the same facts in it."""

from __future__ import annotations

import re
from string import Formatter

import pytest

from deploy.words import CATALOGUES, catalogue_of, found_in_code, untranslated, update
from engine.tongue import ENGLISH, LANGUAGES

OTHERS = [language for language in LANGUAGES if language != ENGLISH]


def facts_in(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def commands_in(template: str) -> list[str]:
    """What somebody is to type, which is the same in every language."""
    return sorted(re.findall(r"`[^`]*`", template))


@pytest.fixture(scope="module")
def template() -> object:
    return found_in_code()


def test_there_are_three_languages() -> None:
    assert LANGUAGES == ("en", "de", "ru")


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

"""The catalogues: whole, up to date, and with the same facts as the English texts."""

from __future__ import annotations

from collections.abc import Iterable
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message

from tools.words import CATALOGUES, catalogue_of, found_in_code

LANGUAGES = sorted(path.stem for path in CATALOGUES.glob("*.po"))
TRANSLATED = ("engine/show/", "engine/tongue/")


def places(text: str) -> set[tuple[str, str, str]]:
    """The facts that a text names, and how they are put in."""
    return {
        (name, spec or "", conversion or "")
        for _, name, spec, conversion in Formatter().parse(text)
        if name is not None
    }


def forms(message: Message, texts: Iterable[str] | str | None) -> list[str]:
    return [text for text in ([texts] if isinstance(texts, str) else texts or []) if text]


def in_rooms(message: Message) -> bool:
    return any(file.startswith(TRANSLATED) for file, _ in message.locations)


@pytest.fixture(scope="module")
def code() -> Catalog:
    return found_in_code()


def test_texts_are_found_in_the_code(code: Catalog) -> None:
    assert sum(in_rooms(message) for message in code) > 150


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_translated(code: Catalog, language: str) -> None:
    catalogue = catalogue_of(language)
    for message in code:
        if message.id and in_rooms(message):
            found = catalogue.get(message.id, message.context)
            assert found is not None, f"{language}: run `python -m tools.words`; new: {message.id!r}"
            wanted = catalogue.num_plurals if isinstance(message.id, tuple) else 1
            assert len(forms(found, found.string)) == wanted, f"{language}: untranslated: {message.id!r}"
            assert not found.fuzzy, f"{language}: doubtful: {message.id!r}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_translation_names_the_same_facts(language: str) -> None:
    for message in catalogue_of(language):
        if message.id and message.context != "move word":
            wanted = {place for text in forms(message, message.id) for place in places(text)}
            for text in forms(message, message.string):
                assert places(text) == wanted, f"{language}: {text!r} for {message.id!r}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_end_like_the_text(language: str) -> None:
    """A full stop or a colon is part of the text, and so is none."""
    for message in catalogue_of(language):
        if message.id and in_rooms(message) and message.context is None:
            for text in forms(message, message.string):
                english = forms(message, message.id)[0]
                assert (text[-1] in ".:") == (english[-1] in ".:"), f"{language}: {text!r} for {english!r}"
                assert text == text.strip()

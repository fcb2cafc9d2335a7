"""Reading catalogues: what Babel and gettext read in a file, we read in it too."""

from __future__ import annotations

from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po as babel_reads
from babel.messages.pofile import write_po
from hypothesis import given
from hypothesis import strategies as st

from engine.tongue.po import Catalogue, read_po
from tools.words import CATALOGUES

LANGUAGES = ["de", "ru", "pl", "ar", "ja", "fr", "cs", "sl"]
"""Every kind of counting that there is: from one form to six."""
TEXTS = st.text(st.characters(exclude_categories=["Cs", "Cc"]) | st.sampled_from('\n\t"\\{}#'), min_size=1)


def written(catalogue: Catalog) -> bytes:
    out = BytesIO()
    write_po(out, catalogue, width=40)
    return out.getvalue()


def texts_of(catalogue: Catalog) -> dict[tuple[str, str], tuple[str, ...]]:
    """What Babel found, in our form: only what is translated for sure."""
    found: dict[tuple[str, str], tuple[str, ...]] = {}
    for message in catalogue:
        one = message.id if isinstance(message.id, str) else message.id[0]
        said = [message.string] if isinstance(message.string, str) else list(message.string or ())
        if one and all(said) and not message.fuzzy:
            found[message.context or "", one] = tuple(said)
    return found


@pytest.mark.parametrize("path", sorted(CATALOGUES.glob("*.po")), ids=lambda path: path.stem)
def test_our_catalogues_read_the_same_as_with_babel(path: Path) -> None:
    data = path.read_bytes()
    assert read_po(data.decode()).texts == texts_of(babel_reads(BytesIO(data)))
    assert len(read_po(data.decode()).texts) > 100


@given(st.dictionaries(TEXTS, st.tuples(TEXTS, st.none() | TEXTS, st.booleans()), max_size=6))
def test_whatever_babel_writes_is_read(messages: dict[str, tuple[str, str | None, bool]]) -> None:
    made = Catalog(locale="de")
    for english, (said, context, doubtful) in messages.items():
        made.add(english, said, context=context, flags=["fuzzy"] if doubtful else [])
    data = written(made)
    assert read_po(data.decode()).texts == texts_of(babel_reads(BytesIO(data)))


@pytest.mark.parametrize("code", LANGUAGES)
def test_numbers_take_the_form_that_gettext_gives_them(code: str) -> None:
    made = Catalog(locale=code, fuzzy=False)
    made.add(("{n} worker", "{n} workers"), tuple(f"form {at}" for at in range(made.num_plurals)))
    compiled = BytesIO()
    write_mo(compiled, made)
    theirs = GNUTranslations(BytesIO(compiled.getvalue()))
    ours = read_po(written(made).decode())
    for n in range(250):
        said = ours.texts["", "{n} worker"][ours.form_of(n)]
        assert said == theirs.ngettext("{n} worker", "{n} workers", n)


def read(text: str) -> Catalogue:
    return read_po(text)


def test_what_is_not_translated_is_left_out() -> None:
    text = 'msgid ""\nmsgstr "Language: de\\n"\n\nmsgid "a"\nmsgstr ""\n\nmsgid "b"\nmsgstr "B"\n'
    assert read(text).texts == {("", "b"): ("B",)}


def test_what_is_doubtful_or_obsolete_is_left_out() -> None:
    text = (
        'msgid ""\nmsgstr "Language: de\\n"\n\n#, fuzzy\nmsgid "a"\nmsgstr "A"\n\n'
        '#~ msgid "b"\n#~ msgstr "B"\n\n#, python-brace-format\nmsgid "c"\nmsgstr "C"\n'
    )
    assert read(text).texts == {("", "c"): ("C",)}


def test_a_doubtful_head_is_read_all_the_same() -> None:
    text = (
        '#, fuzzy\nmsgid ""\nmsgstr ""\n"Plural-Forms: nplurals=1; plural=0;\\n"\n\nmsgid "a"\nmsgstr "A"\n'
    )
    assert read(text).form_of(5) == 0


def test_contexts_tell_the_same_text_apart() -> None:
    text = 'msgctxt "row"\nmsgid "a"\nmsgstr "A"\n\nmsgid "a"\nmsgstr "B"\n'
    assert read(text).texts == {("row", "a"): ("A",), ("", "a"): ("B",)}


def test_a_file_with_other_line_ends() -> None:
    assert read('msgid "a"\r\nmsgstr ""\r\n"A"\r\n"B"\r\n').texts == {("", "a"): ("AB",)}


def test_without_a_rule_one_and_many_are_told_apart() -> None:
    plain = read('msgid "a"\nmsgstr "A"\n')
    assert [plain.form_of(n) for n in (0, 1, 2)] == [1, 0, 1]

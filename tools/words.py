"""Finds the texts that players read in the code, and brings the catalogues up to date.

    python -m tools.words           new texts come in untranslated, old ones go
    python -m tools.words fr        begins a new catalogue

What a translator has to do is then what `python -m tools.words --missing` lists.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from copy import deepcopy
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parent.parent
CATALOGUES = ROOT / "engine/tongue/catalogues"
ROOMS = ("engine", "login", "server", "client", "tools")

# Where each function has the text: first, or behind a context or a code. Those that count have two.
FIRST = frozenset({"say", "word", "phrase"})
BEHIND_CONTEXT = frozenset({"within", "word_within"})
COUNTING = frozenset({"count", "counted"})
BEHIND_CODE = frozenset(
    """Refused NotNotation NotLegal Ambiguous BadLetter BadRecord BadMail BadCommand NoPost BadProfile
    NoAnswer Declined BadLogin NoStudy Gone Taken TwoHistories NotTrusted""".split()
)


class SourceText(NamedTuple):
    context: str | None
    texts: str | tuple[str, str]


def found_in_code() -> Catalog:
    """Every text that players read, with the files that it stands in."""
    catalogue = Catalog(project="Grubenpost", fuzzy=False)
    for path in sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py")):
        place = (str(path.relative_to(ROOT)), 0)
        for text in texts_in(ast.parse(path.read_text("utf-8"))):
            catalogue.add(text.texts, locations=[place], context=text.context)
    return catalogue


def texts_in(tree: ast.AST) -> Iterator[SourceText]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and (text := _text_of(node)):
            yield text


def _text_of(call: ast.Call) -> SourceText | None:
    """The text of a call, if it calls one of the functions that say something."""
    name = getattr(call.func, "id", "") or getattr(call.func, "attr", "")
    match _texts(call.args[1:2] if name in BEHIND_CODE else call.args[:2]):
        case [text, *_] if name in FIRST or name in BEHIND_CODE:
            return SourceText(None, text)
        case [context, text] if name in BEHIND_CONTEXT:
            return SourceText(context, text)
        case [one, many] if name in COUNTING:
            return SourceText(None, (one, many))
    return None


def _texts(arguments: list[ast.expr]) -> list[str]:
    values = [getattr(argument, "value", None) for argument in arguments]
    return [value for value in values if isinstance(value, str)]


def catalogue_of(language: str) -> Catalog:
    path = CATALOGUES / f"{language}.po"
    if not path.exists():
        return Catalog(locale=language, project="Grubenpost", fuzzy=False)
    return read_po(BytesIO(path.read_bytes()), locale=language)


def update(language: str, template: Catalog) -> Catalog:
    """The catalogue with exactly the texts of the code; translations that are there stay."""
    catalogue = catalogue_of(language)
    # A copy, because new texts would be shared between the catalogues.
    catalogue.update(deepcopy(template), no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    return catalogue


def write(language: str, catalogue: Catalog) -> None:
    """Without dates, line numbers and names, so that only texts make a difference."""
    out = BytesIO()
    write_po(out, catalogue, width=100, omit_header=True, sort_by_file=True, include_lineno=False)
    (CATALOGUES / f"{language}.po").write_bytes(_header(catalogue) + out.getvalue().rstrip(b"\n") + b"\n")


def _header(catalogue: Catalog) -> bytes:
    return (
        f'msgid ""\nmsgstr ""\n"Language: {catalogue.locale_identifier}\\n"\n'
        f'"Content-Type: text/plain; charset=utf-8\\n"\n"Plural-Forms: {catalogue.plural_forms}\\n"\n\n'
    ).encode()


def untranslated(catalogue: Catalog) -> Iterator[Message]:
    for message in catalogue:
        texts = message.string if isinstance(message.string, tuple) else (message.string,)
        if message.id and not all(texts):
            yield message


def main(arguments: list[str]) -> None:
    template = found_in_code()
    known = sorted(path.stem for path in CATALOGUES.glob("*.po"))
    languages = [argument for argument in arguments if not argument.startswith("-")] or known
    for language in languages:
        catalogue = update(language, template)
        missing = list(untranslated(catalogue))
        if "--missing" in arguments:
            sys.stdout.writelines(f"{language}: {message.id!r}\n" for message in missing)
        else:
            write(language, catalogue)
            sys.stdout.write(f"{language}: {len(catalogue)} texts, {len(missing)} untranslated\n")


if __name__ == "__main__":
    main(sys.argv[1:])

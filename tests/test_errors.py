"""Every code is explained, stands in docs/errors.md, and is provoked by a test."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from engine.faults import codes, explain, sentences_of
from engine.faults.advice import ADVICE, advice_on
from engine.tongue import ENGLISH, LANGUAGES, tongue
from tests.test_words import BEHIND_CODE, HOST_ONLY
from tools.errors import CODE, PAGE, ROOMS, ROOT, TABLE, Sentences, found_in_code, write_table
from tools.errors_page import write_page

WORD = re.compile(r"(?<![\w/.-])[\w/-]+")


@cache
def found() -> Sentences:
    """The codes of the whole tree, looked for when a test first asks, not wherever tests are gathered."""
    return found_in_code()


def test_the_table_is_up_to_date() -> None:
    assert TABLE.read_text("utf-8") == write_table(found()), "python -m tools.errors"


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text("utf-8") == write_page(), "python -m tools.errors"


def test_every_code_is_on_the_page_once() -> None:
    page = PAGE.read_text("utf-8")
    assert [code for code in codes() if page.count(f"\n| `{code}` |") != 1] == []


def test_every_code_has_something_to_say() -> None:
    assert [code for code, texts in found().items() if not texts] == ["compare/fork"], "its own line tells it"


def test_every_advice_is_about_codes_that_there_are() -> None:
    beginnings = {code.partition("/")[0] for code in found()}
    named = [name for advice in ADVICE for name in advice.names.split()]
    assert len(named) == len(set(named))
    assert set(named) <= set(found()) | beginnings
    assert {name for name in named if "/" not in name} == beginnings


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_is_explained_in_every_language(language: str) -> None:
    for code in codes():
        told = explain(code, tongue(language))
        assert told is not None
        assert told.startswith(f"{code}\n\n")
        assert "{" not in told
        if language != ENGLISH and not advice_on(code).for_hosts:
            assert str(advice_on(code).about) not in told
            assert str(advice_on(code).do) not in told


def test_an_explanation_has_the_sentence_and_what_to_do() -> None:
    told = explain("rule/locked", tongue(ENGLISH))
    assert told is not None
    assert "`…`: that space is locked with … players; open are …" in told
    assert "`legal` lists all that you can do" in told
    assert sentences_of("rule/cage-full", tongue("de")) == ["der Förderkorb ist voll"]
    assert explain("rule/no-such-code", tongue(ENGLISH)) is None


def test_no_code_is_put_together() -> None:
    """Only one that is written out is found, by us and by whoever searches for it."""
    made = [
        (str(path.relative_to(ROOT)), ast.unparse(node.args[0]))
        for room in ROOMS
        for path in (ROOT / room).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", "") in BEHIND_CODE | HOST_ONLY
        and isinstance(node.args[0] if node.args else None, ast.JoinedStr | ast.BinOp)
    ]
    assert made == []


def test_codes_are_all_written_alike() -> None:
    odd = [code for code in found() if not CODE.fullmatch(code) or len(code) > 60]
    assert odd == []


def _tests() -> str:
    """The text of all tests, but this one."""
    files = [path for path in (ROOT / "tests").rglob("*") if path.suffix in {".py", ".json", ".toml", ".txt"}]
    return "\n".join(path.read_text("utf-8") for path in files if path != Path(__file__))


def test_every_code_is_in_a_test() -> None:
    said = set(WORD.findall(_tests()))
    missing = [code for code in found() if code not in said]
    assert missing == [], f"{len(missing)} codes that no test provokes"

"""The documentation is true: its Python sessions run and print what they say."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = sorted([ROOT / "README.md", *ROOT.glob("docs/*.md")])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_sessions_run_as_shown(page: Path) -> None:
    result = doctest.testfile(
        str(page), module_relative=False, encoding="utf-8", optionflags=doctest.ELLIPSIS
    )
    assert result.failed == 0


def blocks(page: Path) -> list[list[str]]:
    """What stands between fences, without a language."""
    return [block.splitlines() for block in page.read_text("utf-8").split("```\n")[1::2]]


def test_the_mail_in_the_readme_is_a_real_one() -> None:
    golden = (ROOT / "tests/server/golden/4-turn-en-text.txt").read_text("utf-8").splitlines()
    (mail,) = [block for block in blocks(ROOT / "README.md") if block[0].startswith("Subject:")]
    rest = iter(golden)
    assert all(line in rest for line in mail), "every line, in their order"


@pytest.mark.parametrize(("what", "begins"), [("play", "your pit"), ("replay", "Move 40 of")])
def test_the_screens_in_the_readme_are_real_ones(what: str, begins: str) -> None:
    capture = (ROOT / f"docs/captures/{what}-80x24.txt").read_text("utf-8").splitlines()
    (screen,) = [block for block in blocks(ROOT / "README.md") if begins in block[0]]
    rest = iter(line.rstrip() for line in capture)
    assert all(line in rest for line in screen), "every line, in their order"


def test_there_are_sessions_to_run() -> None:
    examples = doctest.DocTestParser().get_examples((ROOT / "docs/engine.md").read_text("utf-8"))
    assert len(examples) > 20

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


def test_there_are_sessions_to_run() -> None:
    examples = doctest.DocTestParser().get_examples((ROOT / "docs/engine.md").read_text("utf-8"))
    assert len(examples) > 20

"""docs/security.md is true as far as its tests are: each claim names some, and each of them exists."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/security.md").read_text("utf-8")
NAMED = re.findall(r"`(tests/[^`]+)`", PAGE)
CLAIM = re.compile(r"^- \*\*", re.MULTILINE)


def functions(path: Path) -> set[str]:
    """The tests of a file, with their class if they have one."""
    tree = ast.parse(path.read_text("utf-8"))
    found = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    for group in (node for node in tree.body if isinstance(node, ast.ClassDef)):
        found |= {f"{group.name}::{node.name}" for node in group.body if isinstance(node, ast.FunctionDef)}
    return found


@pytest.mark.parametrize("name", NAMED)
def test_every_test_that_is_named_exists(name: str) -> None:
    path, _, test = name.partition("::")
    assert (ROOT / path).is_file(), f"there is no {path}"
    assert test.rpartition("::")[2].startswith("test_")
    assert test in functions(ROOT / path), f"{path} has no {test}"


def claims() -> list[str]:
    """Each claim with all that belongs to it."""
    items = re.split(r"^(?=- |#|$)", PAGE, flags=re.MULTILINE)
    return [item for item in items if CLAIM.match(item)]


@pytest.mark.parametrize("claim", claims(), ids=lambda claim: claim[4:40])
def test_every_claim_names_a_test(claim: str) -> None:
    assert re.search(r"`tests/[^`]+::test_\w+`", claim)


def test_nothing_is_named_in_vain() -> None:
    assert len(claims()) >= 35
    assert len(NAMED) >= 60
    assert len(set(NAMED)) >= len(NAMED) - 3  # a test may hold two claims


def test_the_page_and_how_to_report_know_each_other() -> None:
    assert "](../SECURITY.md)" in PAGE
    assert "](docs/security.md)" in (ROOT / "SECURITY.md").read_text("utf-8")
    assert "](docs/security.md)" in (ROOT / "README.md").read_text("utf-8")

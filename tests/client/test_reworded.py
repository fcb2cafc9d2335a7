"""A translator may reword every sentence: clients act on fields, and play on."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.client.keyboard import ROOT
from tests.client.reworded import reworded

ALL = ["register", "new", "join", "leave", "reveal", "move", "refusal", "recover", "resend", "end"]


def test_a_whole_game_in_other_words(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.client.reworded", str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        timeout=600,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    told = json.loads(done.stdout)
    assert (told["state"], told["proved"]) == ("finished", told["plies"])
    assert told["done"] == ALL


def test_other_words_have_the_same_facts() -> None:
    assert reworded("Game {game}, ply 3:\n  {code}") == "Tznv [{game}], kob 6:\n  [{code}]"


SEARCHES = {"search", "match", "fullmatch", "findall", "finditer", "startswith", "endswith", "find", "index"}
WORDS = {"text", "said", "told"}
"""What the words of mails are called in the client."""


def are_words(node: ast.expr) -> bool:
    """Whether an expression is the words of a mail, also after they were stripped, cut or joined."""
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Attribute) and are_words(node.func.value)
    if isinstance(node, ast.Subscript):
        return are_words(node.value)
    return isinstance(node, ast.Attribute) and node.attr in WORDS


def searches(source: str) -> list[int]:
    """The lines in which the words of a mail are searched, or compared with others."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in SEARCHES:
            if any(map(are_words, [node.func.value, *node.args])):
                found.append(node.lineno)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id in ("find_codes", "find_lines") and any(map(are_words, node.args)):
                found.append(node.lineno)
        elif isinstance(node, ast.Compare) and any(map(are_words, [node.left, *node.comparators])):
            found.append(node.lineno)
    return found


def test_the_client_searches_no_words_of_mails() -> None:
    """What a person types on a screen is another matter."""
    modules = [path for path in (ROOT / "client").rglob("*.py") if "play" not in path.parts]
    assert len(modules) > 60
    found = {path.name: lines for path in modules if (lines := searches(path.read_text("utf-8")))}
    assert found == {}
    readers = [path.name for path in modules if "engine.wire.older" in path.read_text("utf-8")]
    assert readers == ["signed.py"]


@pytest.mark.parametrize(
    "source",
    [
        're.search("join", answer.text)',
        "_CODE.findall(mail.text.strip())",
        'answer.receipt.said.startswith("Welcome")',
        "find_codes(question.text)",
        '"taken" in news.text',
        'mail.text[:5] == "Error"',
    ],
)
def test_a_search_is_seen(source: str) -> None:
    assert searches(source) == [1]

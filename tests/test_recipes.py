"""Every recipe of CONTRIBUTING.md is followed on a copy of the tree: its files are enough, and it works."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.record.letters.kinds import KINDS
from server.desk.sealed_letters import _TAKERS
from tests.recipes.toys import LANGUAGE, TOYS, Toy

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
COPIED = ("engine", "login", "server", "client", "deploy", "tools", "tests", "docs")
HELPERS = (ROOT / "tests/recipes/helpers.txt").read_text("utf-8")
PATIENCE = 300


def recipe_files(heading: str, name: str) -> set[str]:
    """The files that a recipe names, for a toy of this name."""
    section = PAGE.partition(f"### {heading}\n")[2].partition("\n##")[0]
    (line,) = re.findall(r"^Files: (.*)$", section, re.MULTILINE)
    return {path.replace("NAME", name).replace("CODE", name) for path in re.findall(r"`([^`]+)`", line)}


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the tree, with its compiled modules: else each program would compile them all again."""
    made = tmp_path_factory.mktemp("tree")
    shutil.copy(ROOT / "pyproject.toml", made)
    for name in COPIED:
        ignored = shutil.ignore_patterns("golden", "pictures", "*.eml", "captures")
        shutil.copytree(ROOT / name, made / name, ignore=ignored)
    return made


@pytest.fixture
def copy(tree: Path) -> Iterator[Path]:
    """That copy, in which no recipe has been followed."""
    yield tree
    for name in {name for toy in TOYS for name in toy.files}:
        (tree / name).unlink(missing_ok=True)
        if (ROOT / name).exists():
            shutil.copy2(ROOT / name, tree / name)


def add(toy: Toy, tree: Path) -> None:
    for name, content in toy.files.items():
        file = tree / name
        if isinstance(content, str):
            assert not file.exists()
            file.write_text(content, "utf-8")
            continue
        text = file.read_text("utf-8")
        for before, more in content:
            assert before in text, f"{name}: {before}"
            text = text.replace(before, more + before, 1)
        file.write_text(text, "utf-8")


def run(tree: Path, *args: str) -> str:
    done = subprocess.run(
        [sys.executable, *args],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(tree), "LANG": "C.UTF-8"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def works(toy: Toy, tree: Path) -> None:
    run(tree, "-c", f"{HELPERS}\n\n{toy.works}")


@pytest.mark.parametrize("toy", [toy for toy in TOYS if toy is not LANGUAGE], ids=lambda toy: toy.recipe)
def test_a_recipe_is_enough(toy: Toy, copy: Path) -> None:
    assert set(toy.files) == recipe_files(toy.recipe, toy.name)
    with pytest.raises(AssertionError):
        works(toy, copy)
    add(toy, copy)
    works(toy, copy)


def test_a_language_is_one_catalogue_and_one_page(copy: Path) -> None:
    assert set(LANGUAGE.files) == recipe_files(LANGUAGE.recipe, LANGUAGE.name)
    run(copy, "-m", "tools.words", LANGUAGE.name)
    translate(copy / "engine/tongue/catalogues/eo.po")
    (copy / "engine/show/rules/eo.md").write_text(str(LANGUAGE.files["engine/show/rules/eo.md"]), "utf-8")
    works(LANGUAGE, copy)
    run(copy, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/test_words.py", "-k", "eo and not fit")


def translate(catalogue: Path) -> None:
    """Every text in guillemets, but for the words of moves and the yes, which are Esperanto."""
    from io import BytesIO

    from babel.messages.pofile import read_po, write_po

    found = read_po(BytesIO(catalogue.read_bytes()), locale="eo")
    for message in found:
        if message.context == "move word":
            message.string = "banko" if message.id == "bank" else "-"
        elif message.context == "yes or no":
            message.string = "jes, j" if message.id.startswith("yes") else "ne"
        elif message.id:
            texts = message.id if isinstance(message.id, tuple) else (message.id,)
            said = tuple(re.sub("^.{1,70}$", r"«\g<0>»", text, flags=re.MULTILINE) for text in texts)
            message.string = said if isinstance(message.id, tuple) else said[0]
    out = BytesIO()
    write_po(out, found, width=100)
    catalogue.write_bytes(out.getvalue())


def test_every_recipe_is_followed() -> None:
    section = PAGE.partition("## Adding things\n")[2].partition("\n## ")[0]
    named = re.findall(r"^### (.*)\n\nFiles:", section, re.MULTILINE)
    assert sorted(named) == sorted(toy.recipe for toy in TOYS)


def test_every_kind_of_letter_is_taken_by_the_server() -> None:
    assert [kind.format for kind in KINDS.values() if kind.value not in _TAKERS] == []

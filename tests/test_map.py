"""The map tells the truth: every place on it is there, and so is every name beside a place."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from statistics import median

import pytest

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "map.md").read_text("utf-8")
PLACE = re.compile(r"`((?:engine|login|server|client|tools|deploy)/[\w/.]*)`")
STEP = re.compile(r"`((?:engine|server|client)/[\w/]+\.py)`\s+`([\w.]+)`")
MOST_HOPS = 15
"""Between the raw mail and the answers in the outbox, for a sealed move."""
OF_PLAIN_WORDS = {"server/desk/sender.py", "server/desk/plain_words.py", "server/desk/commands/move.py"}
ONE_FILE_EACH = {"commands", "kinds", "actions", "versions"}
MOST_MODULES = 15
"""So many in a folder a stranger takes in at a glance."""


def names_in(path: str) -> set[str]:
    """What a module defines: functions, classes, and their methods."""
    found = set()
    for node in ast.parse((ROOT / path).read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        if isinstance(node, ast.ClassDef):
            inside = (ast.FunctionDef, ast.AsyncFunctionDef)
            found |= {f"{node.name}.{each.name}" for each in node.body if isinstance(each, inside)}
    return found


@pytest.mark.parametrize("place", sorted(set(PLACE.findall(PAGE))))
def test_every_place_is_there(place: str) -> None:
    assert (ROOT / place).exists()


@pytest.mark.parametrize(("path", "name"), STEP.findall(PAGE))
def test_every_name_is_there(path: str, name: str) -> None:
    assert name in names_in(path)


def test_the_way_of_a_move_is_short() -> None:
    way = PAGE.partition("## The way of a move")[2].partition("\n## ")[0]
    sealed = [path for path, _ in STEP.findall(way) if path not in OF_PLAIN_WORDS]
    queued = [path for path in sealed if not path.startswith("server/post/smtp/")]
    assert 8 <= len(queued) <= MOST_HOPS


def test_every_room_is_in_the_list_of_rooms() -> None:
    contributing = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    for house in ("engine/record", "server", "client"):
        rooms = [each.name for each in (ROOT / house).iterdir() if (each / "__init__.py").exists()]
        assert rooms
        assert [room for room in rooms if f"`{room}`" not in contributing] == []


HOUSES = ("engine", "login", "server", "client", "tools")
LONGEST = 400
MEDIAN = 120


def sources(houses: tuple[str, ...] = HOUSES) -> dict[str, str]:
    paths = [path for house in houses for path in (ROOT / house).rglob("*.py")]
    return {str(path.relative_to(ROOT)): path.read_text("utf-8") for path in paths}


def test_files_are_short() -> None:
    lengths = {path: len(source.splitlines()) for path, source in sources((*HOUSES, "tests")).items()}
    assert [path for path, length in lengths.items() if length > LONGEST] == []
    assert median(lengths.values()) <= MEDIAN


def words_of(heading: str) -> dict[str, str]:
    """A table of the map: its first column, and the rest of each line."""
    table = PAGE.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    rows = [line.strip("| ").split(" | ", 1) for line in table.split("\n") if line.startswith("| ")]
    return {row[0]: row[1] for row in rows[1:]}


def test_every_word_of_the_glossary_is_in_use() -> None:
    text = "\n".join(sources().values()).casefold()
    for entry in words_of("Words"):
        for word in entry.split(", "):
            assert re.search(rf"\b{word.replace(' ', '.?')}", text), word


def test_every_room_is_a_word_of_the_map_or_of_the_list_of_rooms() -> None:
    told = PAGE + (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    rooms = {path.rpartition("/")[0] for path in sources() if path.endswith("__init__.py")}
    spellings = {room: (f"`{room.rpartition('/')[2]}`", f"`{room}`", f"`{room}/`") for room in rooms}
    assert [room for room, spelt in spellings.items() if not any(each in told for each in spelt)] == []


def classes() -> dict[str, list[str]]:
    """Where each class of our own is, by its name."""
    found: dict[str, list[str]] = {}
    for path, source in sources().items():
        for node in ast.parse(source).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found.setdefault(node.name, []).append(path)
    return found


NAMED_BY_CONTENT = ("server/desk/commands/", "server/ledger/models/")
"""Folders whose classes repeat a name, as the map says: commands, which nobody imports, and rows."""


def test_every_class_has_a_name_of_its_own() -> None:
    ours = {
        name: [path for path in at if not path.startswith(NAMED_BY_CONTENT)] for name, at in classes().items()
    }
    assert {name: at for name, at in ours.items() if len(at) > 1} == {}


def test_rows_are_called_rows() -> None:
    """Only the ledger takes a row out of its module: nobody else mistakes one for what it keeps."""
    outside = {path: source for path, source in sources().items() if not path.startswith("server/ledger/")}
    taken = re.compile(r"^from server\.ledger\.models(\.\w+)? import (?!Row$).*", re.M)
    assert [(path, found[0]) for path, source in outside.items() if (found := taken.search(source))] == []


NOUNS_FIRST = ("engine", "login", "server", "client", "tools")
"""Folders of which every docstring begins with the thing that it is about."""
QUESTION = re.compile(r"\s*(What|How|Where|Who|Whose|Whom|When|Why|Which)\b")


def docstrings(source: str) -> list[str]:
    """All texts that stand by themselves: below a module, class, function, constant or field."""
    values = [node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Expr)]
    return [each.value for each in values if isinstance(each, ast.Constant) and isinstance(each.value, str)]


def test_a_docstring_begins_with_its_thing() -> None:
    ours = {path: source for path, source in sources().items() if path.startswith(NOUNS_FIRST)}
    texts = [(path, text) for path, source in ours.items() for text in docstrings(source)]
    assert {path.partition("/")[0] for path, _ in texts} == set(NOUNS_FIRST)
    assert [(path, text) for path, text in texts if QUESTION.match(text)] == []


def test_no_folder_is_an_attic() -> None:
    for house in HOUSES:
        for folder in [ROOT / house, *(ROOT / house).rglob("*")]:
            if folder.is_dir() and folder.name not in ONE_FILE_EACH:
                modules = [path for path in folder.glob("*.py") if path.name != "__init__.py"]
                assert len(modules) <= MOST_MODULES, folder

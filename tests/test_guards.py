"""The guards of the house bite: each is shown something broken, and names it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests import test_errors as errors
from tests import test_map as house_map
from tests import test_mirror as mirror
from tests import test_recipes as recipes
from tests import test_rooms as rooms

Patch = pytest.MonkeyPatch


def complaint(guard: Callable[..., None], *args: object) -> str:
    with pytest.raises(AssertionError) as caught:
        guard(*args)
    return str(caught.value)


def tree(folder: Path, files: dict[str, str]) -> Path:
    """A tree of these files only."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder


def test_a_room_that_reaches_too_far(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.setattr(
        rooms, "ROOT", tree(tmp_path, {"engine/rules/scoring.py": "from server.desk import desk"})
    )
    said = complaint(rooms.test_every_room_keeps_to_itself)
    assert "engine/rules/scoring.py:1: server.desk.desk is another room" in said


def test_a_hole_around_the_rooms(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.setattr(
        rooms, "ROOT", tree(tmp_path, {"server/hole.py": "importlib.import_module('client.cli')"})
    )
    assert "server/hole.py" in complaint(rooms.test_no_hole_leads_around_the_rooms)


def test_a_place_that_is_not_there(monkeypatch: Patch) -> None:
    page = f"{house_map.PAGE}\n`server/desk/nowhere.py`"
    (place,) = set(house_map.PLACE.findall(page)) - set(house_map.PLACE.findall(house_map.PAGE))
    assert "nowhere" in complaint(house_map.test_every_place_is_there, place)


def test_a_step_of_the_walk_that_has_another_name() -> None:
    walked = "`server/desk/story.py` `attend`"
    assert walked in house_map.PAGE
    (step,) = house_map.STEP.findall(walked.replace("attend", "listen"))
    assert "listen" in complaint(house_map.test_every_name_is_there, *step)


def test_a_walk_that_grew_too_long(monkeypatch: Patch) -> None:
    detour = "`server/desk/detour.py` `go_round` " * house_map.MOST_HOPS
    begun = "## The way of a move\n"
    monkeypatch.setattr(house_map, "PAGE", house_map.PAGE.replace(begun, f"{begun}{detour}\n"))
    assert f"<= {house_map.MOST_HOPS}" in complaint(house_map.test_the_way_of_a_move_is_short)


def test_a_word_of_the_glossary_that_nobody_uses(monkeypatch: Patch) -> None:
    page = house_map.PAGE.replace("| seat | ", "| flugelbinder | ")
    monkeypatch.setattr(house_map, "PAGE", page)
    assert "flugelbinder" in complaint(house_map.test_every_word_of_the_glossary_is_in_use)


@pytest.mark.parametrize(
    "guard",
    [
        house_map.test_every_room_is_in_the_list_of_rooms,
        house_map.test_every_room_is_a_word_of_the_map_or_of_the_list_of_rooms,
    ],
)
def test_a_room_that_nobody_lists(guard: Callable[[], None], tmp_path: Path, monkeypatch: Patch) -> None:
    files = {f"{room}/__init__.py": "" for room in ("server/attic", "client/play", "engine/record/log")}
    monkeypatch.setattr(house_map, "ROOT", tree(tmp_path, {**files, "CONTRIBUTING.md": "`play`, `log`"}))
    assert "attic" in complaint(guard)


@pytest.mark.parametrize(
    ("guard", "files", "named"),
    [
        (
            house_map.test_every_class_has_a_name_of_its_own,
            {"client/a.py": "class Twin: ...", "server/b.py": "class Twin: ..."},
            "Twin",
        ),
        (
            house_map.test_rows_are_called_rows,
            {"server/desk/a.py": "from server.ledger.models import Game"},
            "server/desk/a.py",
        ),
        (house_map.test_files_are_short, {"tests/a.py": "\n" * 401, "server/b.py": ""}, "tests/a.py"),
        (
            house_map.test_a_docstring_begins_with_its_thing,
            {f"{house}/a.py": '"""What it is."""' for house in house_map.NOUNS_FIRST},
            "What it is",
        ),
    ],
    ids=["twins", "rows", "length", "docstring"],
)
def test_a_file_that_breaks_a_rule(
    guard: Callable[[], None], files: dict[str, str], named: str, monkeypatch: Patch
) -> None:
    monkeypatch.setattr(house_map, "sources", lambda *_: files)
    assert named in complaint(guard)


def test_an_attic(tmp_path: Path, monkeypatch: Patch) -> None:
    crowded = {f"server/loft/module_{number}.py": "" for number in range(house_map.MOST_MODULES + 1)}
    monkeypatch.setattr(house_map, "ROOT", tree(tmp_path, crowded))
    assert "loft" in complaint(house_map.test_no_folder_is_an_attic)


def test_tests_of_a_room_that_is_gone(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.setattr(mirror, "HERE", tree(tmp_path, {"server/gone/test_it.py": ""}))
    monkeypatch.setattr(mirror, "ROOT", tmp_path / "code")
    assert "there is no server/gone" in complaint(mirror.test_it_has_its_room, "server/gone")


@pytest.mark.parametrize(
    ("guard", "named"),
    [
        (errors.test_the_table_is_up_to_date, "tools.errors"),
        (errors.test_every_code_is_in_a_test, "1 codes that no test provokes"),
        (errors.test_every_advice_is_about_codes_that_there_are, "odd"),
        (errors.test_codes_are_all_written_alike, "odd"),
    ],
)
def test_a_code_that_came_without_its_page_and_test(
    guard: Callable[[], None], named: str, monkeypatch: Patch
) -> None:
    known, code = errors.found(), "/".join(["odd", "Code", "of nobody"])
    monkeypatch.setattr(errors, "found", lambda: {**known, code: ["it is odd"]})
    assert named in complaint(guard)


def test_a_code_that_is_not_on_the_page(monkeypatch: Patch, tmp_path: Path) -> None:
    page = tmp_path / "errors.md"
    page.write_text(errors.PAGE.read_text("utf-8").replace("| `rule/locked` |", "| `rule/open` |"), "utf-8")
    monkeypatch.setattr(errors, "PAGE", page)
    assert "rule/locked" in complaint(errors.test_every_code_is_on_the_page_once)
    assert "tools.errors" in complaint(errors.test_the_page_is_up_to_date)


def test_a_recipe_that_leaves_a_file_out(monkeypatch: Patch, tmp_path: Path) -> None:
    toy = next(toy for toy in recipes.TOYS if toy.recipe == "A kind of letter")
    monkeypatch.setattr(recipes, "PAGE", recipes.PAGE.replace(" `server/desk/sealed_letters.py`\n", "\n"))
    assert "server/desk/sealed_letters.py" in complaint(recipes.test_a_recipe_is_enough, toy, tmp_path)


def test_a_recipe_that_is_not_followed(monkeypatch: Patch) -> None:
    more = recipes.PAGE.replace("## Adding things\n", "## Adding things\n\n### A moon\n\nFiles: `moon.py`\n")
    monkeypatch.setattr(recipes, "PAGE", more)
    assert "A moon" in complaint(recipes.test_every_recipe_is_followed)

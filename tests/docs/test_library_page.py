"""The page about the library names every form and every column, and nothing else."""

from __future__ import annotations

import re
from pathlib import Path

from engine.library.forms import FORMS
from engine.library.tables import MOVES, SCORES

PAGE = (Path(__file__).parents[2] / "docs/library.md").read_text("utf-8")


def test_every_form_is_told_with_its_files() -> None:
    table = PAGE.partition("## Forms")[2].partition("\n\nParquet")[0]
    rows = [line.strip("| ").split(" | ") for line in table.splitlines() if line.startswith("| `")]
    told = {
        form: endings
        for names, _, files in rows
        for form, endings in zip(
            re.findall("`(.+?)`", names), _endings(files, len(re.findall("`", names)) // 2), strict=True
        )
    }
    assert told == {name: form.endings for name, form in FORMS.items()}


def _endings(files: str, forms: int) -> list[tuple[str, ...]]:
    found = [name.removeprefix("NAME") for name in re.findall("`(.+?)`", files)]
    return [(ending,) for ending in found] if forms > 1 else [tuple(found)]


def test_every_column_is_told_as_the_code_has_it() -> None:
    for name, columns in (("moves", MOVES), ("scores", SCORES)):
        part = PAGE.partition(f"### `{name}`")[2].partition("\n#")[0]
        rows = re.findall(r"^\| `(\w+)` \| (.+) \|$", part, re.MULTILINE)
        assert rows == [(column.name, column.means) for column in columns]

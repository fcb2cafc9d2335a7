"""The tests lie as the code does: whoever knows a module's room finds its tests. No folder is an attic."""

from __future__ import annotations

from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parent
WHOLE = {
    "bench",
    "browser",
    "chaos",
    "fuzz",
    "client/whole",
    "end_to_end",
    "end_to_end/winter",
    "recipes",
    "server/real",
    "server/seasons",
}
"""What is about more than one room, or starts real servers for the others."""
MOST_MODULES = 16


def folders() -> list[str]:
    """Every folder with modules."""
    found = {file.parent.relative_to(HERE) for file in HERE.rglob("*.py")}
    return sorted(folder.as_posix() for folder in found)


@pytest.mark.parametrize("folder", [name for name in folders() if name not in {".", *WHOLE}])
def test_it_has_its_room(folder: str) -> None:
    if any(file.name.startswith("test_") for file in (HERE / folder).glob("*.py")):
        assert (ROOT / folder).is_dir(), f"there is no {folder}: move its tests to where the code went"


@pytest.mark.parametrize("folder", [name for name in folders() if name != "bench"])
def test_it_is_no_attic(folder: str) -> None:
    assert len(list((HERE / folder).glob("*.py"))) <= MOST_MODULES

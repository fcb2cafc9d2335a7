"""How the tests are run is what `tests/conftest.py` says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import settings

from tests.conftest import LONG, is_roomy

HERE = Path(__file__).parent
PAGE = (HERE.parent / "CONTRIBUTING.md").read_text("utf-8")


@pytest.mark.parametrize("name", LONG)
def test_what_goes_first_is_there(name: str) -> None:
    assert (HERE / name).exists()


def test_what_takes_long_goes_first(request: pytest.FixtureRequest) -> None:
    names = [item.nodeid.removeprefix("tests/") for item in request.session.items]
    turns = [next((turn for turn, long in enumerate(LONG) if name.startswith(long)), 99) for name in names]
    assert turns == sorted(turns)


def test_the_longest_are_the_ones_that_are_named() -> None:
    named = re.findall(r"^\| `tests/(\S+\.py)` `(test_\w+)` \|", PAGE, re.MULTILINE)
    assert len(named) == 10
    assert [name for file, name in named if f"def {name}(" not in (HERE / file).read_text("utf-8")] == []


def test_no_property_looks_at_the_clock() -> None:
    assert settings().deadline is None


def test_files_are_not_kept_where_there_is_no_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not is_roomy(tmp_path / "missing")
    monkeypatch.setattr("tests.conftest.ENOUGH", 2**62)
    assert not is_roomy(tmp_path)

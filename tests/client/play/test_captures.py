"""The screens in the README are what the program shows."""

from __future__ import annotations

import pytest

from tests.client.play.captures import CAPTURES, FOLDER, SIZE


@pytest.mark.parametrize("name", sorted(CAPTURES))
def test_a_capture_is_true(name: str) -> None:
    kept = (FOLDER / name).read_text("utf-8")
    assert CAPTURES[name]() == kept, "type: python -m tests.client.play.captures"
    lines = kept.splitlines()
    assert len(lines) == SIZE[1]
    assert all(len(line) <= SIZE[0] for line in lines)

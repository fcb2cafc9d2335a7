"""Anna at home, before and in the middle of a game."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.client.athome import AtHome


@pytest.fixture
def anna(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AtHome:
    return AtHome(tmp_path, monkeypatch)


@pytest.fixture
def playing(anna: AtHome) -> AtHome:
    anna.begin()
    return anna

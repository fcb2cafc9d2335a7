"""The baron thinks less here: the same search, with fewer nodes."""

from __future__ import annotations

import pytest

from engine.bots import baron


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    for limit, value in {"NODES": 5, "WIDTH": 2, "ROUNDS": 1}.items():
        monkeypatch.setattr(baron, limit, value)

"""A game of two, lived through once."""

from __future__ import annotations

import pytest

from tests.server.beginnings import remembered
from tests.server.games.duel import Duel
from tests.server.house import House


@pytest.fixture
@remembered
def duel(house: House) -> Duel:
    return Duel(house)

"""A game of three in which every command can be tried."""

from __future__ import annotations

import pytest

from tests.server.beginnings import remembered
from tests.server.desk.commands.scene import Scene
from tests.server.house import House
from tests.server.playing import make_club, start_game


@pytest.fixture
@remembered
def scene(house: House) -> Scene:
    anna, ben, clara, dora = make_club(house)
    return Scene(house, anna, ben, clara, dora, start_game([anna, ben, clara]))

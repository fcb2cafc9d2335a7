"""A club of two."""

from __future__ import annotations

import pytest

from tests.server.house import House, Member
from tests.server.playing import make_club


@pytest.fixture
def club(house: House) -> list[Member]:
    return make_club(house, 2)

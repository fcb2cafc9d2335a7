"""A post on which somebody mails what only the server may say."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.errors import Refused
from tests.client.exchange.forging import Post
from tests.client.pretend import (
    corresponding,
)


@pytest.fixture
def post(tmp_path: Path) -> Iterator[Post]:
    with corresponding(tmp_path) as (letters, pretend):
        told: list[Refused] = []
        letters.on_trouble = told.append
        yield letters, pretend, told

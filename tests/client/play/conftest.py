"""Screens that are gone after the test, whatever came of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.client.play.terminal import Screen

Open = Callable[..., Screen]


@pytest.fixture
def open_screen() -> Iterator[Open]:
    """A process on a screen of its own; takes what `Screen` takes."""
    opened: list[Screen] = []

    def open_one(*args: Any, **settings: Any) -> Screen:
        opened.append(Screen(*args, **settings))
        return opened[-1]

    yield open_one
    for screen in opened:
        screen.tear_down()

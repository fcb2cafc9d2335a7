"""The pictures in the documentation can be drawn again, and are small."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from tests.server.components import lacking
from tools.chromium import NoChromium, chromium_path
from tools.pictures import (
    LIVE,
    LIVE_PHONE,
    PHONE,
    PICTURES,
    TERMINAL,
    WIDE,
    draw,
    page_of,
    shown,
    text_of,
)

NAMES = [f"{window.name}.png" for window in (WIDE, PHONE, TERMINAL, LIVE, LIVE_PHONE)]
MOST_BYTES = 150_000


def width_of(picture: Path) -> int:
    raw = picture.read_bytes()
    assert raw.startswith(b"\x89PNG\r\n\x1a\n")
    (width,) = struct.unpack(">I", raw[16:20])
    return int(width)


@pytest.mark.parametrize("name", NAMES)
def test_pictures_are_there_and_small(name: str) -> None:
    assert (PICTURES / name).stat().st_size < MOST_BYTES


def test_there_is_no_other() -> None:
    found = [*PICTURES.glob("mail-*"), *PICTURES.glob("live-*")]
    assert {path.name for path in found} == set(NAMES)


def test_anyone_can_draw_them(tmp_path: Path) -> None:
    try:
        chromium_path()
    except NoChromium:
        lacking("Chromium")
    drawn = draw(tmp_path)
    assert [path.name for path in drawn] == NAMES
    assert [width_of(path) for path in drawn] == [width_of(PICTURES / name) for name in NAMES]


def test_what_they_show_is_always_the_same() -> None:
    what = shown()
    assert what.game == shown().game
    assert what.game.shift == 2
    assert "completes C-gg" in page_of(what)
    assert max(map(len, text_of(what).split("\n"))) <= 78

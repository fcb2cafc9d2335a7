"""The pictures of the replay page can be taken again, and are small."""

from __future__ import annotations

from pathlib import Path
from struct import unpack

from tests.server.components import lacking
from tools.chromium import NoChromium, chromium_path
from tools.replay_pictures import ROOT, SHOTS, replay_pictures

PICTURES = ROOT / "docs" / "pictures"
MOST_BYTES = 150_000
SIZES = [(shot.width, shot.height) for shot in SHOTS]


def size_of(picture: Path) -> tuple[int, ...]:
    """Width and height."""
    data = picture.read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    assert len(data) < MOST_BYTES
    return unpack(">II", data[16:24])


def test_the_pictures_are_there_and_there_is_no_other() -> None:
    assert [size_of(PICTURES / f"{shot.name}.png") for shot in SHOTS] == SIZES
    assert {path.stem for path in PICTURES.glob("replay-*")} == {shot.name for shot in SHOTS}


def test_anyone_can_take_them(tmp_path: Path) -> None:
    try:
        chromium_path()
    except NoChromium:
        lacking("Chromium")
    taken = replay_pictures(tmp_path)
    assert [path.stem for path in taken] == [shot.name for shot in SHOTS]
    assert [size_of(path) for path in taken] == SIZES

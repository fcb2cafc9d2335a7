"""Whatever single bit of an archive is flipped, `verify` finds it and says so."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from client.archives.verdict import judge
from tests.engine.record.club import finished_archive, running_archive

SAVE = Path(__file__).parents[3] / "saves/4p-greedy-face-down.json"
ARCHIVES: dict[str, Callable[[], bytes]] = {
    "finished": lambda: finished_archive(1, 4),
    "running": running_archive,
    "unsigned": SAVE.read_bytes,
}


def check(data: bytes, count: int, file: Path) -> None:
    file.write_bytes(data)
    assert judge(str(file), None, "").certificate is not None
    for place in Random(7).sample(range(8 * len(data)), count):
        changed = bytearray(data)
        changed[place // 8] ^= 1 << place % 8
        file.write_bytes(changed)
        verdict = judge(str(file), None, "")
        # An unsigned archive is only as good as its rules: its players can be called anything.
        if verdict.certificate is not None:
            assert not verdict.certificate.signed, place
            assert _line(data, place // 8).startswith((b'{"auth"', b'{"name"')), place
            continue
        assert verdict.error is not None
        assert verdict.facts()["code"]


def _line(data: bytes, at: int) -> bytes:
    return data[data.rfind(b"\n", 0, at) + 1 :]


@pytest.mark.parametrize("name", ARCHIVES)
def test_a_flipped_bit_is_found(name: str, tmp_path: Path) -> None:
    check(ARCHIVES[name](), 80, tmp_path / "archive.json")


@pytest.mark.slow
@pytest.mark.parametrize("name", ARCHIVES)
def test_a_thousand_flipped_bits_are_found(name: str, tmp_path: Path) -> None:
    check(ARCHIVES[name](), 1000, tmp_path / "archive.json")

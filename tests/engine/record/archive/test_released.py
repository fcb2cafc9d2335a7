"""Archives of every version ever released stay readable, and prove what they always have.

Each folder in `released/` is named after a version of the archive's format. It holds archives as that
version wrote them, each with the certificate that it gave. They never change. Those whose names begin with
`shares` hold a log of the second form, the others one of the first. A new version of the format gets a new
folder, with `python -m tests.engine.record.freeze`.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.record.archive import archive
from engine.record.archive.verify import verify

RELEASED = Path(__file__).parents[1] / "released"
ARCHIVES = sorted(path for path in RELEASED.glob("*/*.json") if not path.stem.endswith(".expected"))


@pytest.mark.parametrize("path", ARCHIVES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_an_archive_of_a_released_version_is_right_as_ever(path: Path) -> None:
    expected = json.loads(path.with_name(f"{path.stem}.expected.json").read_text("utf-8"))
    assert verify(path.read_bytes()).facts() == expected


def test_the_version_of_now_is_among_them() -> None:
    now = archive.FORMAT.rpartition("/")[2]
    found = {path.stem for path in ARCHIVES if path.parent.name == now}
    first = {"finished", "abandoned", "running", "unsigned", "forgotten-name"}
    assert found == first | {"shares-finished", "shares-running"}
    for path in ARCHIVES:
        assert json.loads(path.read_bytes())["format"].rpartition("/")[2] == path.parent.name

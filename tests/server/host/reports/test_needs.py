"""What needs somebody, in words that a host understands."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.host.health import KILLED
from server.host.reports.needs import find_needs
from server.ledger.store import Ledger
from tests.server.ledger.samples import NOW


@pytest.mark.parametrize(
    ("parts", "told"),
    [
        (["fetcher"], "nobody fetches mail"),
        (["senders", "clerks"], "nobody deals with or sends mail"),
        (["senders", "clerks", "fetcher"], "nobody fetches, deals with or sends mail"),
        (["office", "clerks"], "nobody deals with mail or runs the post office"),
    ],
)
def test_what_nobody_does_any_more(ledger: Ledger, tmp_path: Path, parts: list[str], told: str) -> None:
    killed = {"is": KILLED, "file": "health.json", "at": NOW - 5, "parts": parts}
    with ledger.reading() as session:
        needs = find_needs(session, [killed], tmp_path, NOW)
    (words,) = [need.words for need in needs if need.what == "process"]
    assert words == f"{told}: health.json was killed 5 s ago, start it again"

"""What needs somebody, in words that a host understands."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.host.commands.status import SHOWN_GAMES
from server.host.health import KILLED
from server.host.reports.needs import NAMED, find_needs
from server.host.reports.status import tell_standing
from server.ledger.store import Ledger
from tests.bench.growing import fill
from tests.server.house import House
from tests.server.ledger.samples import NOW
from tests.server.playing import make_table


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


def test_of_many_games_the_first_are_named_and_the_others_counted(house: House, tmp_path: Path) -> None:
    make_table(house, 2)
    many = 3 * SHOWN_GAMES
    fill(house.ledger, many)
    later = house.time + 365 * 24 * 3600
    with house.ledger.reading() as session:
        (words,) = [need.words for need in find_needs(session, [], tmp_path, later) if need.what == "games"]
        some, every = (tell_standing(session, later, most)["running"] for most in (SHOWN_GAMES, None))
    assert f"and {many - NAMED} more; ask" in words
    assert words.count(" for ") == NAMED
    assert some == every[:SHOWN_GAMES]
    assert len(every) == many

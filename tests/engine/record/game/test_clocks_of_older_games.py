"""Games from before there were clocks, kept since, are given one by the votes of all, and verify with it."""

from __future__ import annotations

import pytest

from engine.clock.reading import time_up
from engine.clock.terms import DAY
from engine.record.archive import archive
from engine.record.archive.verify import verify
from engine.record.game.book import Book
from engine.record.game.read_book import read_book
from engine.record.letters.kinds.request import Request
from engine.record.letters.post import seal_letter
from engine.record.log import canonical
from engine.record.log.log import Entry, read_entries
from tests.engine.record.archive.test_archive_vectors import FOLDER, GAMES, NEW_KEY
from tests.engine.record.club import refusal, server_key

PACE = "1d+bank:2d+grace:12h"


def kept(name: str) -> list[Entry]:
    """The log of a game that is kept as it was written in former times."""
    facts = canonical.loads((FOLDER / f"{name}.json").read_bytes())
    assert isinstance(facts, dict)
    return read_entries(facts["log"])


def vote(book: Book, at: int) -> None:
    """Anna, who has changed her key, asks under a seal, and Ben from his mailbox."""
    opening = book.opening
    asked = Request(opening.server, "anna", "0" * 32, f"clock {opening.game} pace={PACE}")
    book.note("vote", at, [seal_letter(asked, NEW_KEY)], seat=0, on="pace", choice=PACE)
    assert refusal(book.note, "pace", at, pace=PACE).code == "vote/missing"
    book.note("vote", at, seat=1, on="pace", choice=PACE)
    book.note("pace", at, pace=PACE)


@pytest.mark.parametrize("left", [2, 10, 25])
@pytest.mark.parametrize("name", GAMES)
def test_a_kept_game_gets_a_clock(name: str, left: int) -> None:
    """From any entry on; what was written before it stays as it was."""
    entries = kept(name)
    seed, begun = bytes.fromhex(entries[-1].facts["seed"]), entries[:-left]
    book = read_book(begun, seed)
    assert book.time.clock is None
    at = begun[-1].at + 300 * DAY
    vote(book, at)
    assert book.time.clock is not None
    due = time_up(book.time.clock)
    assert due is not None
    assert due.at == at + 3 * DAY + DAY // 2, "nothing that was before counts"
    early = refusal(book.note, "clock", due.at - 1, seat=due.seat, ply=book.game.ply)
    assert early.code.startswith("clock/")
    book.note("clock", due.at, seat=due.seat, ply=book.game.ply)
    proved = verify(archive.write(archive.running(book, server_key())))
    assert proved.missed == tuple(int(seat == due.seat) for seat in range(2)), (
        "but not what a host noted before"
    )
    assert [entry.leaf for entry in book.log.entries[: len(begun)]] == [entry.leaf for entry in begun]

"""The host's acts in a log: each has a reason, and there are no others."""

from __future__ import annotations

import pytest

from engine.record.archive import archive
from engine.record.archive.verify import verify
from engine.record.game.changes.host import HostAct
from tests.engine.record.club import refusal
from tests.engine.record.game.changes.undoing import begun, read_again


def test_acts_are_read_again_and_shown() -> None:
    match = begun(0, pace="1d")
    book = match.book
    book.note("host", match.now, act="announce", reason="hello")
    book.note("stop", match.now, why="pause", reason="a trip")
    book.note("resume", match.now, why="pause")
    book.note("host", match.now, act="unseat", seat=1, reason="has left")
    read_again(match)
    assert verify(archive.write(archive.running(book, match.server))).host_acts == (
        HostAct("announce", None, "", "hello"),
        HostAct("pause", None, "", "a trip"),
        HostAct("resume", None, "", ""),
        HostAct("unseat", 1, "", "has left"),
    )


@pytest.mark.parametrize(
    "facts",
    [
        {"act": "announce"},
        {"act": "announce", "reason": ""},
        {"act": "roll-back", "reason": "why"},
        {"act": "unseat", "reason": "why"},
        {"act": "seat", "seat": 1, "reason": "why"},
    ],
)
def test_an_act_without_its_members_is_refused(facts: dict[str, object]) -> None:
    match = begun(0)
    before = len(match.book.log.entries)
    assert refusal(match.book.note, "host", match.now, **facts).code
    assert len(match.book.log.entries) == before

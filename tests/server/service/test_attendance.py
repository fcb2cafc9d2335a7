"""A killed worker's work is taken over at once, and no clock can hold mail back for long."""

from __future__ import annotations

import multiprocessing
import os
import signal
from pathlib import Path

import pytest

from server.ledger.models import Inbox, Mailbox, Outbox
from server.ledger.queues import (
    MailPlace,
    add_mail,
    claim_inbox,
    claim_outbox,
    free_what_waits_too_long,
    free_work_of,
    lease_mailbox,
    waits_too_long,
)
from server.ledger.store import Ledger
from server.service.attendance import Attendance
from tests.server.post.samples import NOW, mail, put

ACCOUNT = "post@example.org"
DAY = 24 * 3600
LONGEST = 6 * 3600


def attend(data: Path, worker: str, here: multiprocessing.synchronize.Event) -> None:
    Attendance(data, worker).enter()
    here.set()
    signal.pause()


@pytest.fixture
def sibling(tmp_path: Path) -> multiprocessing.Process:
    """Another worker's process."""
    here = multiprocessing.get_context("spawn").Event()
    process = multiprocessing.get_context("spawn").Process(target=attend, args=(tmp_path, "sibling", here))
    process.start()
    assert here.wait(60)
    return process  # type: ignore[return-value]


def test_a_killed_worker_is_known_at_once(tmp_path: Path, sibling: multiprocessing.Process) -> None:
    own = Attendance(tmp_path, "own")
    own.enter()
    assert own.find_dead() == [], "the sibling lives"
    assert sibling.pid is not None
    os.kill(sibling.pid, signal.SIGKILL)
    sibling.join(60)
    assert own.find_dead() == ["sibling"]
    own.bury("sibling")
    assert own.find_dead() == []


def test_who_leaves_leaves_no_trace(tmp_path: Path) -> None:
    own, other = Attendance(tmp_path, "own"), Attendance(tmp_path, "other")
    own.enter()
    other.enter()
    other.leave()
    assert own.find_dead() == []
    own.leave()
    assert list((tmp_path / "workers").iterdir()) == []


def work_of(ledger: Ledger, worker: str, at: int) -> None:
    """A worker reads the mailbox, and has two mails in hand."""
    put(ledger, 1, "anna", at=NOW)
    with ledger.writing() as session:
        lease_mailbox(session, ACCOUNT, worker, at, 240)
        add_mail(session, MailPlace(ACCOUNT, 1, 1), worker, mail(1), NOW, NOW)
    with ledger.writing() as session:
        assert claim_inbox(session, f"{worker}-clerk-0", at, 120)
        assert claim_outbox(session, worker, at, 300, 5)


def waiting(ledger: Ledger) -> set[int | None]:
    with ledger.reading() as session:
        found = [session.get(Inbox, 1), session.get(Outbox, 1)]
        return {row.next_at for row in found if row is not None}


def test_the_work_of_a_dead_worker_is_free(ledger: Ledger) -> None:
    work_of(ledger, "dead", NOW)
    with ledger.writing() as session:
        assert free_work_of(session, "dea", NOW) == 0, "that is another one"
        assert lease_mailbox(session, ACCOUNT, "own", NOW + 1, 240) is None
    with ledger.writing() as session:
        assert free_work_of(session, "dead", NOW + 1) == 2
    assert waiting(ledger) == {NOW + 1}
    with ledger.writing() as session:
        assert lease_mailbox(session, ACCOUNT, "own", NOW + 1, 240) is not None


def test_a_lease_from_tomorrow_holds_nobody_off(ledger: Ledger) -> None:
    """The clock was a day ahead when the worker was killed, and has been set right since."""
    work_of(ledger, "dead", NOW + DAY)
    with ledger.writing() as session:
        assert lease_mailbox(session, ACCOUNT, "own", NOW, 240) is not None
    with ledger.reading() as session:
        assert waits_too_long(session, NOW, LONGEST)
    with ledger.writing() as session:
        assert free_what_waits_too_long(session, NOW, LONGEST) == 2
    assert waiting(ledger) == {NOW}


def test_what_is_put_off_for_a_reason_stays_so(ledger: Ledger) -> None:
    work_of(ledger, "own", NOW)
    with ledger.reading() as session:
        assert not waits_too_long(session, NOW, LONGEST)
    with ledger.writing() as session:
        assert free_what_waits_too_long(session, NOW, LONGEST) == 0


def test_clocks_may_differ_a_little(ledger: Ledger) -> None:
    with ledger.writing() as session:
        lease_mailbox(session, ACCOUNT, "ahead", NOW + 10, 240)
    with ledger.writing() as session:
        assert lease_mailbox(session, ACCOUNT, "own", NOW, 240) is None
        box = session.get(Mailbox, ACCOUNT)
        assert box is not None
        assert box.lease_by == "ahead"

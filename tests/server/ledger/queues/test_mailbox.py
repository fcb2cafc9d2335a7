"""Reading a mailbox: one reader, a watermark that never passes a mail by, and each mail once."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import pytest
from sqlmodel import col, select

from server.ledger.errors import LeaseLost
from server.ledger.models import Inbox, Mailbox
from server.ledger.queues import (
    MailPlace,
    add_mail,
    add_stub,
    advance_mailbox,
    claim_inbox,
    lease_mailbox,
    note_poll,
    release_mailbox,
    restart_mailbox,
)
from server.ledger.store import Ledger
from tests.server.ledger.samples import ACCOUNT, LEASE, NOW

STUB: dict[str, Any] = {
    "traces": b"Subject: big",
    "size": 50_000_000,
    "error": "large",
    "received_at": NOW,
}


def lease(ledger: Ledger, worker: str, now: int = NOW, account: str = ACCOUNT) -> bool:
    with ledger.writing() as session:
        return lease_mailbox(session, account, worker, now, LEASE) is not None


def add(ledger: Ledger, uid: int, raw: bytes, uidvalidity: int = 1, worker: str = "one") -> int | None:
    with ledger.writing() as session:
        return add_mail(session, MailPlace(ACCOUNT, uidvalidity, uid), worker, raw, NOW - 9, NOW)


def watermark(ledger: Ledger) -> tuple[int, int]:
    with ledger.reading() as session:
        box = session.get_one(Mailbox, ACCOUNT)
        return box.uidvalidity, box.last_uid


def test_a_mailbox_has_one_reader_at_a_time(ledger: Ledger) -> None:
    assert lease(ledger, "one")
    assert not lease(ledger, "two")
    assert lease(ledger, "two", account="other@example.org")
    assert lease(ledger, "one", NOW + 10)  # who has it keeps it, for longer
    assert not lease(ledger, "two", NOW + LEASE)
    assert lease(ledger, "two", NOW + LEASE + 10)
    assert not lease(ledger, "one", NOW + LEASE + 10)


def test_a_mailbox_is_given_free(ledger: Ledger) -> None:
    assert lease(ledger, "one")
    with ledger.writing() as session:
        release_mailbox(session, ACCOUNT, "two")  # not theirs to give
        release_mailbox(session, "unknown@example.org", "one")
    assert not lease(ledger, "two")
    with ledger.writing() as session:
        release_mailbox(session, ACCOUNT, "one")
    assert lease(ledger, "two")


def test_the_lease_tells_how_far_the_mailbox_was_read(ledger: Ledger) -> None:
    assert lease(ledger, "one")
    add(ledger, 7, b"mail")
    with ledger.writing() as session:
        note_poll(session, ACCOUNT, "one", NOW + 5)
    with ledger.writing() as session:
        box = lease_mailbox(session, ACCOUNT, "two", NOW + LEASE, LEASE)
    assert box is not None
    assert (box.uidvalidity, box.last_uid, box.seen_at) == (1, 7, NOW + 5)


def test_a_mail_is_stored_with_its_exact_bytes(ledger: Ledger) -> None:
    raw = bytes(range(256)) + b"\r\n"
    lease(ledger, "one")
    assert add(ledger, 3, raw) == 1
    with ledger.reading() as session:
        mail = session.get_one(Inbox, 1)
    assert (mail.raw, mail.size, mail.raw_sha256) == (raw, 258, sha256(raw).hexdigest())
    assert (mail.account, mail.uidvalidity, mail.uid, mail.received_at) == (ACCOUNT, 1, 3, NOW - 9)
    assert (mail.state, mail.next_at, mail.attempts) == ("new", NOW, 0)
    assert watermark(ledger) == (1, 3)


def test_the_watermark_and_the_mail_go_together(ledger: Ledger) -> None:
    lease(ledger, "one")

    def fail() -> None:
        with ledger.writing() as session:
            add_mail(session, MailPlace(ACCOUNT, 1, 3), "one", b"mail", NOW, NOW)
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert watermark(ledger) == (0, 0)
    assert add(ledger, 3, b"mail") is not None


def test_known_bytes_only_move_the_watermark(ledger: Ledger) -> None:
    lease(ledger, "one")
    assert add(ledger, 3, b"mail") == 1
    assert add(ledger, 4, b"mail") is None
    assert add(ledger, 5, b"other") is not None
    assert watermark(ledger) == (1, 5)
    with ledger.reading() as session:
        assert session.exec(select(Inbox.uid).order_by(col(Inbox.uid))).all() == [3, 5]


def test_a_new_uidvalidity_is_read_from_the_beginning_without_doing_anything_twice(ledger: Ledger) -> None:
    lease(ledger, "one")
    for uid in range(1, 201):
        assert add(ledger, uid, b"old %d" % uid)
    assert [add(ledger, uid, b"old %d" % uid, uidvalidity=2) for uid in range(1, 4)] == [None] * 3
    assert watermark(ledger) == (2, 3)
    assert add(ledger, 4, b"new", uidvalidity=2)


def test_a_mailbox_can_be_read_again_under_the_same_uidvalidity(ledger: Ledger) -> None:
    lease(ledger, "one")
    add(ledger, 9, b"mail")
    with ledger.writing() as session:
        restart_mailbox(session, ACCOUNT, "one", 1)
    assert watermark(ledger) == (1, 0)
    assert add(ledger, 2, b"mail") is None
    assert watermark(ledger) == (1, 2)


def test_the_watermark_never_goes_back_by_itself(ledger: Ledger) -> None:
    lease(ledger, "one")
    add(ledger, 9, b"mail")
    with ledger.writing() as session:
        advance_mailbox(session, MailPlace(ACCOUNT, 1, 4), "one")
    assert watermark(ledger) == (1, 9)


@pytest.mark.parametrize("holder", ["", "two"])
def test_only_the_reader_moves_the_watermark(ledger: Ledger, holder: str) -> None:
    if holder:
        lease(ledger, holder)
    place = MailPlace(ACCOUNT, 1, 9)
    for work in (
        lambda session: add_mail(session, place, "one", b"mail", NOW, NOW),
        lambda session: add_stub(session, place, "one", state="oversize", **STUB),
        lambda session: advance_mailbox(session, place, "one"),
        lambda session: restart_mailbox(session, ACCOUNT, "one", 7),
        lambda session: note_poll(session, ACCOUNT, "one", NOW),
    ):
        with pytest.raises(LeaseLost, match="not one's to read"), ledger.writing() as session:
            work(session)
    with ledger.reading() as session:
        assert session.exec(select(Inbox)).all() == []
        assert [box.last_uid for box in session.exec(select(Mailbox)).all()] == ([0] if holder else [])


def test_a_mail_that_is_too_large_leaves_a_stub(ledger: Ledger) -> None:
    lease(ledger, "one")
    with ledger.writing() as session:
        assert add_stub(session, MailPlace(ACCOUNT, 1, 8), "one", state="oversize", **STUB) == 1
    with ledger.writing() as session:
        # The same mail after a new UIDVALIDITY is known by its size and header.
        assert add_stub(session, MailPlace(ACCOUNT, 2, 8), "one", state="oversize", **STUB) is None
        other = STUB | {"size": 50_000_001}
        assert add_stub(session, MailPlace(ACCOUNT, 2, 9), "one", state="oversize", **other) is not None
    with ledger.writing() as session:
        mail = session.get_one(Inbox, 1)
        assert (mail.state, mail.raw, mail.size, mail.error) == ("oversize", None, 50_000_000, "large")
        assert claim_inbox(session, "desk", NOW + LEASE, LEASE, 9) == []
    assert watermark(ledger) == (2, 9)

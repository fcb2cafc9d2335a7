"""The inbox: in order, one worker each, tried again, and set aside."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlmodel import Session, col, select

from server.ledger.errors import LeaseLost
from server.ledger.models import Inbox
from server.ledger.queues import (
    MailPlace,
    QueueOrder,
    add_stub,
    claim_inbox,
    put_back_inbox,
    settle_inbox_aside,
    settle_inbox_done,
    settle_inbox_retry,
)
from server.ledger.store import Ledger
from tests.server.ledger.samples import ACCOUNT, FETCHER, LEASE, NOW, fill_inbox, incoming

HOSTILE = "\0 \udcff \N{PILE OF POO} " + "x" * 10_000


@pytest.fixture
def filled(ledger: Ledger) -> Ledger:
    with ledger.writing() as session:
        fill_inbox(session, 4)
    return ledger


def claim(ledger: Ledger, now: int = NOW, most: int = 1, worker: str = "desk") -> list[Inbox]:
    with ledger.writing() as session:
        return claim_inbox(session, worker, now, LEASE, most)


def ids(mails: list[Inbox]) -> list[int]:
    return [mail.id for mail in mails]


def stored(ledger: Ledger, mail_id: int = 1) -> Inbox:
    with ledger.reading() as session:
        return session.exec(select(Inbox).where(col(Inbox.id) == mail_id)).one()


def done(ledger: Ledger, mails: list[Inbox]) -> None:
    with ledger.writing() as session:
        for mail in mails:
            settle_inbox_done(session, mail, "moved", NOW)


def test_the_oldest_come_first_and_each_once(filled: Ledger) -> None:
    claimed = claim(filled)
    assert ids(claimed) == [1]
    assert claim(filled, most=2) == []  # they come after it
    done(filled, claimed)
    for expected in ([2, 3], [4]):
        claimed = claim(filled, most=2)
        assert ids(claimed) == expected
        done(filled, claimed)
    assert claim(filled) == []


def test_they_come_in_the_order_of_their_times(filled: Ledger) -> None:
    with filled.writing() as session:
        session.get_one(Inbox, 2).at -= 1
        session.get_one(Inbox, 1).at += 1
    assert ids(claim(filled, most=9)) == [2, 3, 4]  # it is not known yet what comes before the other


def test_a_duty_comes_before_a_mail_of_its_time(filled: Ledger) -> None:
    with filled.writing() as session:
        assert claim_inbox(session, "desk", NOW, LEASE, 9, QueueOrder(before=NOW)) == []
        assert ids(claim_inbox(session, "desk", NOW, LEASE, 9, QueueOrder(before=NOW + 1))) == [1, 2, 3, 4]


def test_the_attempt_is_on_record_before_the_mail_is_read(filled: Ledger) -> None:
    (mail,) = claim(filled)
    assert (mail.raw, mail.attempts) == (b"mail 1", 1)
    found = stored(filled)
    assert (found.attempts, found.state, found.lease_by, found.next_at) == (1, "new", "desk", NOW + LEASE)


def test_a_mail_is_not_claimed_before_its_time(ledger: Ledger) -> None:
    with ledger.writing() as session:
        session.add_all([incoming(1), incoming(2)])
        session.flush()
        settle_inbox_retry(session, session.get_one(Inbox, 1), "busy", NOW + 60)
    assert ids(claim(ledger, NOW - 1, 9)) == []
    assert ids(claim(ledger, NOW + 59, 9)) == []  # the other one comes after it
    assert ids(claim(ledger, NOW + 60, 9)) == [1, 2]


def test_a_mail_that_was_tried_before_is_claimed_alone(filled: Ledger) -> None:
    assert ids(claim(filled, most=3)) == [1, 2, 3]  # and the worker is gone
    for expected in ([1], [2], [3], [4]):
        claimed = claim(filled, NOW + LEASE, most=9)
        assert ids(claimed) == expected
        done(filled, claimed)


def test_a_mail_that_kills_its_readers_is_known_by_its_attempts(ledger: Ledger) -> None:
    with ledger.writing() as session:
        fill_inbox(session, 1)
    assert [claim(ledger, NOW + LEASE * time)[0].attempts for time in range(4)] == [1, 2, 3, 4]


def test_what_is_done_stays_done(filled: Ledger) -> None:
    (mail,) = claim(filled)
    with filled.writing() as session:
        settle_inbox_done(session, mail, "moved", NOW + 5)
    found = stored(filled)
    assert (found.state, found.outcome, found.done_at, found.next_at) == ("done", "moved", NOW + 5, None)
    assert (found.lease_by, found.raw) == ("", b"mail 1")
    assert 1 not in ids(claim(filled, NOW + 10 * LEASE, 9))


def test_a_mail_set_aside_is_kept_whole_and_can_be_put_back(filled: Ledger) -> None:
    (mail,) = claim(filled)
    with filled.writing() as session:
        settle_inbox_aside(session, mail, "KeyError: 'x'", NOW)
    found = stored(filled)
    assert (found.state, found.error, found.raw, found.attempts) == ("aside", "KeyError: 'x'", b"mail 1", 1)
    assert ids(claim(filled, NOW, 9)) == [2, 3, 4]
    with filled.writing() as session:
        assert put_back_inbox(session, 1, NOW + 5)
    assert claim(filled, NOW + 4, 9) == []
    (again,) = claim(filled, NOW + 5, 9)
    assert (again.id, again.attempts, again.error) == (1, 1, "")


def test_only_a_whole_mail_that_was_set_aside_is_put_back(filled: Ledger) -> None:
    with filled.writing() as session:
        of = {"traces": b"Subject: x", "size": 9, "error": "cut off", "received_at": NOW}
        stub = add_stub(session, MailPlace(ACCOUNT, 1, 5), FETCHER, state="aside", **of)
        assert stub == 5
        assert [put_back_inbox(session, mail_id, NOW) for mail_id in (1, 5, 99)] == [False, False, False]


Settle = Callable[[Session, Inbox], None]
SETTLING: dict[str, Settle] = {
    "done": lambda session, mail: settle_inbox_done(session, mail, "late", NOW),
    "aside": lambda session, mail: settle_inbox_aside(session, mail, "late", NOW),
    "retry": lambda session, mail: settle_inbox_retry(session, mail, "late", NOW),
}


@pytest.mark.parametrize("settle", SETTLING.values(), ids=SETTLING.keys())
@pytest.mark.parametrize("heir", ["desk", "another"])
def test_who_comes_too_late_has_changed_nothing(filled: Ledger, settle: Settle, heir: str) -> None:
    (late,) = claim(filled, most=1)
    with filled.writing() as session:
        for mail in session.exec(select(Inbox).where(col(Inbox.id) > 1)).all():
            session.delete(mail)
    (mail,) = claim(filled, NOW + LEASE, worker=heir)
    assert mail.id == late.id

    def settle_late() -> None:
        with filled.writing() as session:
            session.add(incoming(99))
            settle(session, late)

    with pytest.raises(LeaseLost, match="the mail 1 in the inbox is no longer desk's"):
        settle_late()
    with filled.writing() as session:
        assert session.exec(select(col(Inbox.id))).all() == [1]
        settle_inbox_done(session, mail, "moved", NOW)
    with pytest.raises(LeaseLost), filled.writing() as session:
        settle(session, mail)
    assert stored(filled).outcome == "moved"


def test_who_comes_too_late_does_not_get_hold_of_a_mail_that_was_put_back(filled: Ledger) -> None:
    (late,) = claim(filled)
    with filled.writing() as session:
        settle_inbox_aside(session, late, "broken", NOW)
        assert put_back_inbox(session, 1, NOW - 1)
    (mail,) = claim(filled, worker="another")
    assert (mail.id, mail.attempts) == (late.id, late.attempts)
    with pytest.raises(LeaseLost), filled.writing() as session:
        settle_inbox_done(session, late, "late", NOW)
    with filled.writing() as session:
        settle_inbox_done(session, mail, "moved", NOW)


@pytest.mark.parametrize("settle", SETTLING.values(), ids=SETTLING.keys())
def test_what_is_done_is_not_settled_again(filled: Ledger, settle: Settle) -> None:
    (mail,) = claim(filled)
    with filled.writing() as session:
        settle_inbox_done(session, mail, "moved", NOW)
    with pytest.raises(LeaseLost), filled.writing() as session:
        settle(session, session.get_one(Inbox, 1))
    assert (stored(filled).state, stored(filled).outcome) == ("done", "moved")


def test_any_text_can_be_reported(filled: Ledger) -> None:
    first, second = claim(filled, most=2)
    with filled.writing() as session:
        settle_inbox_aside(session, first, HOSTILE, NOW)
        settle_inbox_done(session, second, HOSTILE, NOW)
    assert stored(filled).error == stored(filled, 2).outcome
    assert stored(filled).error.startswith("\N{REPLACEMENT CHARACTER} ? \N{PILE OF POO} xxx")
    assert len(stored(filled).error) == 2000

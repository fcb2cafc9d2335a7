"""The outbox: each mail once in it, sent at least once, and never changed."""

from __future__ import annotations

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError
from sqlmodel import col, func, select

from server.ledger.models import Outbox
from server.ledger.queues import (
    add_outgoing,
    claim_outbox,
    settle_outbox_dead,
    settle_outbox_retry,
    settle_outbox_sent,
)
from server.ledger.store import Ledger
from tests.server.ledger.samples import LEASE, NOW, fill_outbox, game, outgoing


@pytest.fixture
def filled(ledger: Ledger) -> Ledger:
    with ledger.writing() as session:
        fill_outbox(session, 4)
    return ledger


def claim(ledger: Ledger, now: int = NOW, most: int = 1, worker: str = "sender") -> list[Outbox]:
    with ledger.writing() as session:
        return claim_outbox(session, worker, now, LEASE, most)


def ids(mails: list[Outbox]) -> list[int]:
    return [mail.id for mail in mails]


def stored(ledger: Ledger, mail_id: int = 1) -> Outbox:
    with ledger.reading() as session:
        return session.exec(select(Outbox).where(col(Outbox.id) == mail_id)).one()


def test_the_same_mail_is_added_once(ledger: Ledger) -> None:
    with ledger.writing() as session:
        assert add_outgoing(session, outgoing(1)) == 1
        again = outgoing(1)
        again.mime = b"other"
        assert add_outgoing(session, again) is None
    with ledger.writing() as session:
        assert add_outgoing(session, outgoing(1)) is None
    with ledger.reading() as session:
        assert session.exec(select(func.count()).select_from(Outbox)).one() == 1
    assert stored(ledger).mime == b"mail 1"


def test_a_token_or_message_id_of_another_mail_is_a_mistake(ledger: Ledger) -> None:
    with ledger.writing() as session:
        add_outgoing(session, outgoing(1))
    for name in ("message_id", "token"):
        mail = outgoing(2)
        setattr(mail, name, getattr(outgoing(1), name))
        with pytest.raises(IntegrityError, match=r"(?i)unique"), ledger.writing() as session:
            add_outgoing(session, mail)


def test_a_mail_may_refer_to_what_is_new_in_the_same_transaction(ledger: Ledger) -> None:
    with ledger.writing() as session:
        new = game(session)
        new.id = "shaft"  # not yet written when the mail is
        mail = outgoing(1)
        mail.game_id, mail.player_id = "shaft", new.host_id
        assert add_outgoing(session, mail)
    assert stored(ledger).game_id == "shaft"


def test_the_oldest_come_first_and_each_once(filled: Ledger) -> None:
    assert [ids(claim(filled, most=3)), ids(claim(filled, most=3)), claim(filled)] == [[1, 2, 3], [4], []]


def test_a_mail_waits_for_its_time(ledger: Ledger) -> None:
    with ledger.writing() as session:
        for number, created_at in ((1, NOW + 20), (2, NOW + 10)):
            add_outgoing(session, outgoing(number, created_at))
        later = outgoing(3)
        later.next_at = NOW + 30
        add_outgoing(session, later)
    assert claim(ledger, NOW + 9, 9) == []
    assert ids(claim(ledger, NOW + 25, 9)) == [2, 1]
    assert ids(claim(ledger, NOW + 30, 9)) == [3]


def test_a_claimed_mail_is_marked_before_it_is_sent(filled: Ledger) -> None:
    (mail,) = claim(filled)
    assert mail.mime == b"mail 0"
    found = stored(filled)
    assert (found.state, found.attempts, found.lease_by) == ("sending", 1, "sender")


def test_a_sent_mail_is_not_sent_again(filled: Ledger) -> None:
    (mail,) = claim(filled)
    with filled.writing() as session:
        assert settle_outbox_sent(session, [mail], NOW + 5)
    found = stored(filled)
    assert (found.state, found.sent_at, found.next_at, found.lease_by) == ("sent", NOW + 5, None, "")
    assert ids(claim(filled, NOW + LEASE, 9)) == [2, 3, 4]


def test_a_refused_mail_is_tried_later_or_never(filled: Ledger) -> None:
    first, second = claim(filled, most=2)
    with filled.writing() as session:
        assert settle_outbox_retry(session, first, "450 later", NOW + 60)
        assert settle_outbox_dead(session, second, "550 no such user \0")
    assert (stored(filled).state, stored(filled).last_error) == ("pending", "450 later")
    assert stored(filled, 2).last_error == "550 no such user \N{REPLACEMENT CHARACTER}"
    assert ids(claim(filled, NOW + 59, 9)) == [3, 4]
    (again,) = claim(filled, NOW + 60, 9)
    assert (again.id, again.attempts, again.mime) == (1, 2, b"mail 0")


def test_a_mail_whose_sender_vanished_is_claimed_again_with_the_same_bytes(filled: Ledger) -> None:
    (first,) = claim(filled)
    assert ids(claim(filled, NOW + LEASE - 1, 9, "heir")) == [2, 3, 4]
    (again,) = claim(filled, NOW + LEASE, 9, "heir")
    assert (again.id, again.state, again.attempts, again.lease_by) == (first.id, "sending", 2, "heir")
    assert (again.mime, again.message_id) == (first.mime, first.message_id)


@pytest.mark.parametrize("name", ["sender", "heir"])
def test_who_comes_late_can_still_say_that_the_mail_was_sent(filled: Ledger, name: str) -> None:
    late = claim(filled, most=4)[0]
    heir = claim(filled, NOW + LEASE, 4, name)[0]
    with filled.writing() as session:
        assert not settle_outbox_retry(session, late, "late", NOW)
        assert not settle_outbox_dead(session, late, "late")
    assert (stored(filled).state, stored(filled).lease_by) == ("sending", name)
    with filled.writing() as session:
        assert settle_outbox_sent(session, [late], NOW + LEASE)
        assert not settle_outbox_sent(session, [heir], NOW + LEASE + 1)
        assert not settle_outbox_retry(session, heir, "cut", NOW)
        assert not settle_outbox_dead(session, heir, "cut")
    found = stored(filled)
    assert (found.state, found.sent_at, found.last_error) == ("sent", NOW + LEASE, "")


def test_a_sender_passes_by_what_another_is_just_claiming(postgresql_url: str) -> None:
    with Ledger(postgresql_url) as ledger:
        with ledger.writing() as session:
            fill_outbox(session, 4)
        with ledger.writing() as one:
            assert ids(claim_outbox(one, "one", NOW, LEASE, 3)) == [1, 2, 3]
            with ledger.writing() as other:
                other.connection().execute(text("SET LOCAL lock_timeout = '1s'"))
                assert ids(claim_outbox(other, "other", NOW, LEASE, 3)) == [4]
            one.rollback()
        assert ids(claim(ledger, most=9)) == [1, 2, 3]


def test_a_claim_reads_only_what_waits(ledger: Ledger) -> None:
    """However much has been sent, the index holds only the rest."""
    question = "SELECT id FROM {} WHERE next_at IS NOT NULL ORDER BY {} LIMIT 5"
    for table, order in (("inbox", "at, id"), ("outbox", "urgency, next_at, id")):
        with ledger.writing() as session:
            connection = session.connection()
            if not ledger.is_sqlite:
                connection.exec_driver_sql("SET LOCAL enable_seqscan = off")
            explain = "EXPLAIN QUERY PLAN " if ledger.is_sqlite else "EXPLAIN "
            plan = str(connection.exec_driver_sql(explain + question.format(table, order)).all())
        assert f"ix_{table}_due" in plan
        assert "sort" not in plan.lower()
        assert "temp b-tree" not in plan.lower()

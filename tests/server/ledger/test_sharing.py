"""Several processes, one ledger: nothing is lost, nothing is done twice."""

from __future__ import annotations

from itertools import chain
from time import sleep

import pytest
from sqlmodel import Session, col, func, select

from server.ledger.models import Entry, Game, Inbox, KeyLetter, Outbox, Tally
from server.ledger.queues import claim_inbox, claim_outbox
from server.ledger.store import Ledger
from tests.server.ledger.samples import LEASE, NOW, fill_inbox, fill_outbox, game
from tests.server.ledger.workers import (
    append_moves,
    claim_and_die,
    die_claiming,
    doomed,
    empty_inbox,
    empty_outbox,
    in_processes,
    lease_often,
    spend_all,
    take_letters,
    write_rows,
)


def write_with(ledger: Ledger, url: str, writers: int, count: int) -> None:
    done = in_processes(write_rows, [(url, f"writer-{number}", count) for number in range(writers)])
    assert done == [count] * writers
    with ledger.reading() as session:
        assert session.exec(select(func.count()).select_from(Tally)).one() == writers * count


def test_eight_writers_never_find_the_ledger_locked(ledger: Ledger, ledger_url: str) -> None:
    write_with(ledger, ledger_url, 8, 100)


@pytest.mark.slow
def test_eight_writers_never_find_the_ledger_locked_for_long(ledger: Ledger, ledger_url: str) -> None:
    write_with(ledger, ledger_url, 8, 1000)


def test_four_workers_share_the_inbox(ledger: Ledger, ledger_url: str) -> None:
    with ledger.writing() as session:
        fill_inbox(session, 500)
    done = in_processes(empty_inbox, [(ledger_url, f"desk-{number}", 5) for number in range(4)])
    assert sorted(chain(*done)) == list(range(1, 501))
    with ledger.reading() as session:
        assert session.exec(select(Inbox.state, Inbox.attempts).distinct()).all() == [("done", 1)]


def test_four_workers_share_the_outbox(ledger: Ledger, ledger_url: str) -> None:
    with ledger.writing() as session:
        fill_outbox(session, 500)
    done = in_processes(empty_outbox, [(ledger_url, f"sender-{number}", 5) for number in range(4)])
    assert sorted(chain(*done)) == list(range(1, 501))
    with ledger.reading() as session:
        assert session.exec(select(Outbox.state, Outbox.attempts).distinct()).all() == [("sent", 1)]


def test_a_games_log_is_written_by_one_at_a_time(ledger: Ledger, ledger_url: str) -> None:
    with ledger.writing() as session:
        game(session)
    in_processes(append_moves, [(ledger_url, f"desk-{number}", 25) for number in range(4)])
    with ledger.reading() as session:
        assert session.exec(select(Game.entries)).one() == 100
        assert session.exec(select(Entry.seq).order_by(col(Entry.seq))).all() == list(range(100))
        assert session.exec(select(KeyLetter.id).order_by(col(KeyLetter.id))).all() == list(range(1, 101))


def test_a_letter_is_taken_by_one_of_four(ledger: Ledger, ledger_url: str) -> None:
    taken = in_processes(take_letters, [(ledger_url, 50)] * 4)
    assert sorted(chain(*taken)) == list(range(50))


def test_a_mailbox_has_one_reader(ledger: Ledger, ledger_url: str) -> None:
    workers = [(ledger_url, f"fetcher-{number}", 30) for number in range(4)]
    ours = in_processes(lease_often, workers)
    assert len(list(chain(*ours))) == len(set(chain(*ours))) > 0


def test_a_budget_is_spent_once(ledger: Ledger, ledger_url: str) -> None:
    assert sum(in_processes(spend_all, [(ledger_url, 20)] * 4)) == 10


@pytest.fixture
def filled(ledger: Ledger) -> Ledger:
    with ledger.writing() as session:
        fill_inbox(session, 4)
        fill_outbox(session, 4)
    return ledger


def claim(session: Session, now: int) -> tuple[list[int], list[int]]:
    inbox = claim_inbox(session, "heir", now, LEASE, 9)
    return [mail.id for mail in inbox], [mail.id for mail in claim_outbox(session, "heir", now, LEASE, 9)]


def test_a_killed_workers_rows_come_back_after_the_lease(filled: Ledger, ledger_url: str) -> None:
    with doomed(claim_and_die, ledger_url):
        pass
    with filled.writing() as session:
        # The fourth mail waits for those before it: mails are dealt with in their order.
        assert claim(session, NOW + LEASE - 1) == ([], [4])
    with filled.writing() as session:
        # Mails that were tried before come one by one; mails out are sent again all together.
        assert claim(session, NOW + LEASE) == ([1], [1, 2, 3])
    with filled.reading() as session:
        assert session.exec(select(Inbox.attempts).order_by(col(Inbox.id))).all() == [2, 1, 1, 0]
        assert session.exec(select(Outbox.attempts).order_by(col(Outbox.id))).all() == [2, 2, 2, 1]
        assert set(session.exec(select(Outbox.state)).all()) == {"sending"}


def test_what_a_killed_worker_had_not_committed_is_free_at_once(filled: Ledger, ledger_url: str) -> None:
    with doomed(die_claiming, ledger_url):
        if (
            not filled.is_sqlite
        ):  # its rows are locked, and others pass them by; of the inbox there is one order
            with filled.writing() as session:
                assert [mail.id for mail in claim_outbox(session, "heir", NOW, LEASE, 9)] == [4]
                session.rollback()
    for _ in range(200):  # a moment, until the database has noticed
        with filled.writing() as session:
            claimed = claim(session, NOW)
            if len(claimed[0]) == 4:
                break
            session.rollback()
        sleep(0.05)
    assert claimed == ([1, 2, 3, 4], [1, 2, 3, 4])

"""The order of mails: beside each other only where it makes no difference."""

from __future__ import annotations

from random import Random

import pytest
from sqlmodel import Session

from server.ledger.models import Inbox, Journal
from server.ledger.queues import (
    EVERYTHING,
    OVERTAKING,
    STRANGERS,
    MailPlace,
    QueueOrder,
    add_mail,
    claim_inbox,
    lease_mailbox,
    put_off_inbox,
    return_inbox,
    settle_inbox_done,
    unsort_behind,
)
from server.ledger.store import Ledger
from tests.server.ledger.samples import ACCOUNT, FETCHER, LEASE, NOW

MOVES = ("player:anna game:aaaaaa", "player:bert game:aaaaaa", "player:bert game:bbbbbb")
DAY = 24 * 3600


def fill(ledger: Ledger, *lanes: str | None, apart: int = 1) -> None:
    """A mail in each of these lanes, one after the other."""
    with ledger.writing() as session:
        assert lease_mailbox(session, ACCOUNT, FETCHER, NOW, LEASE)
        for uid, lane in enumerate(lanes, 1):
            at = NOW + apart * uid
            mail_id = add_mail(session, MailPlace(ACCOUNT, 1, uid), FETCHER, b"mail %d" % uid, at, NOW)
            session.get_one(Inbox, mail_id).lane = lane


def claim(ledger: Ledger, worker: str = "desk") -> list[Inbox]:
    with ledger.writing() as session:
        return claim_inbox(session, worker, NOW + 1, LEASE, 9)


def finish(ledger: Ledger, mails: list[Inbox]) -> None:
    with ledger.writing() as session:
        for mail in mails:
            settle_inbox_done(session, mail, "done", NOW)


@pytest.mark.parametrize(
    ("lanes", "batches"),
    [
        pytest.param((EVERYTHING, STRANGERS, None), ([1], [2], [3]), id="not before a stranger in between"),
        pytest.param((EVERYTHING, MOVES[0], None), ([1], [2, 3]), id="not together with what is sorted"),
        pytest.param((STRANGERS, EVERYTHING, STRANGERS), ([1], [2], [3]), id="strangers on both sides"),
        pytest.param((STRANGERS, MOVES[0], MOVES[1]), ([2, 3], [1]), id="strangers last"),
        pytest.param((None, None, None), ([1, 2, 3],), id="all in their order"),
    ],
)
def test_what_is_claimed_together(
    ledger: Ledger, lanes: tuple[str | None, ...], batches: tuple[list[int], ...]
) -> None:
    fill(ledger, *lanes)
    for batch in batches:
        claimed = claim(ledger)
        assert [mail.id for mail in claimed] == batch
        finish(ledger, claimed)


def test_a_stranger_waits_for_what_somebody_else_has_in_hand(ledger: Ledger) -> None:
    fill(ledger, EVERYTHING, STRANGERS)
    held = claim(ledger, "one")
    assert [mail.id for mail in held] == [1]
    assert claim(ledger, "other") == []
    finish(ledger, held)
    assert [mail.id for mail in claim(ledger, "other")] == [2]


def test_nothing_that_came_much_later_goes_before_a_stranger(ledger: Ledger) -> None:
    fill(ledger, STRANGERS, MOVES[0], MOVES[2], apart=OVERTAKING // 2)
    for batch in ([2], [1], [3]):
        claimed = claim(ledger)
        assert [mail.id for mail in claimed] == batch
        finish(ledger, claimed)


def test_what_lies_behind_is_sorted_anew(ledger: Ledger) -> None:
    fill(ledger, MOVES[0], None, MOVES[1], "", STRANGERS, EVERYTHING)
    with ledger.writing() as session:
        unsort_behind(session, NOW + 2, 2)
        lanes = [session.get_one(Inbox, number).lane for number in range(1, 7)]
    assert lanes == [MOVES[0], None, None, "", None, EVERYTHING]


def test_a_late_mail_counts_as_come_after_what_is_done(ledger: Ledger) -> None:
    with ledger.writing() as session:
        session.add(Journal(at=NOW + 7))
    fill(ledger, None, None)
    with ledger.reading() as session:
        assert [session.get_one(Inbox, number).at for number in (1, 2)] == [NOW + 7, NOW + 7]


# Whatever several workers do


class Office:
    """Workers who deal with mails in any order that they are given, and some of whom put mails off."""

    def __init__(self, ledger: Ledger, seed: int) -> None:
        self.ledger = ledger
        self.rng = Random(seed)
        self.lanes = self.rng.choices((*MOVES, STRANGERS, EVERYTHING), (4, 4, 4, 4, 1), k=25)
        fill(ledger, *[None] * len(self.lanes), apart=self.rng.choice((1, OVERTAKING // 7, OVERTAKING)))
        self.hands: list[list[Inbox]] = [[], [], []]
        self.touched: list[tuple[tuple[int, int], str]] = []
        """What was dealt with in which order: its place, and what it touched."""

    def lane_of(self, mail_id: int) -> str:
        return self.lanes[mail_id - 1]

    def sort(self, mail_id: int) -> str | None:
        return self.lane_of(mail_id) if self.rng.random() < 0.8 else None

    def work(self) -> None:
        while len(self.touched) < len(self.lanes):
            number = self.rng.randrange(len(self.hands))
            if self.hands[number]:
                self.hands[number] = self.deal_with(*self.hands[number])
            else:
                with self.ledger.writing() as session:
                    order = QueueOrder(sort=self.sort)
                    self.hands[number] = claim_inbox(session, f"{number}", NOW + DAY, LEASE, 5, order)

    def deal_with(self, row: Inbox, *rest: Inbox) -> list[Inbox]:
        lane = self.lane_of(row.id)
        with self.ledger.writing() as session:
            if not row.put_off and lane != EVERYTHING and self.rng.random() < 0.3:
                self.put_off(session, row)
                for each in rest:
                    return_inbox(session, each, NOW)
                return []
            settle_inbox_done(session, row, "done", NOW)
            if lane == EVERYTHING:
                unsort_behind(session, row.at, row.id)
        self.touched.append(((row.at, row.id), lane))
        return list(rest)

    def put_off(self, session: Session, row: Inbox) -> None:
        """By then a stranger may be a player, whose mail can touch anything."""
        stranger = self.lane_of(row.id) == STRANGERS
        put_off_inbox(session, row, row.at + self.rng.randrange(99) + (OVERTAKING if stranger else 1))
        if stranger:
            self.lanes[row.id - 1] = EVERYTHING


def meet(one: str, other: str) -> bool:
    return EVERYTHING in (one, other) or not set(one.split()).isdisjoint(other.split())


@pytest.mark.parametrize("seed", range(12))
def test_what_touches_the_same_is_dealt_with_in_one_order(ledger: Ledger, seed: int) -> None:
    office = Office(ledger, seed)
    with ledger.writing() as session:
        note_all_read(session)
    office.work()
    for at, (place, lane) in enumerate(office.touched):
        for later, other in office.touched[at + 1 :]:
            assert place < later or not meet(lane, other), office.touched


def note_all_read(session: Session) -> None:
    box = lease_mailbox(session, ACCOUNT, FETCHER, NOW, LEASE)
    assert box is not None
    box.read_until = NOW + 2 * DAY

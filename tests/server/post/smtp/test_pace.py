"""No minute has more mails than the limit, however many workers there are."""

from __future__ import annotations

import pytest
from sqlmodel import select

from server.ledger.models import Tally
from server.ledger.store import Ledger
from server.post.smtp.pace import Pace
from tests.server.post.samples import NOW, outbox, put


def send_for(ledger: Ledger, pace: Pace, seconds: int, begin: int = NOW) -> list[tuple[int, str]]:
    """Claim whatever may go, second after second: when each mail went, and to whom."""
    went = []
    for second in range(begin, begin + seconds):
        for worker in range(2):
            with ledger.writing() as session:
                claimed = pace.claim(session, f"worker {worker}", second, 10_000, 10)
                went += [(second, mail.recipient) for mail in claimed]
    return went


def busiest_minute(times: list[int]) -> int:
    return max((sum(start <= time < start + 60 for time in times) for start in times), default=0)


@pytest.mark.parametrize("limit", [1, 2, 7, 60])
def test_in_all(ledger: Ledger, limit: int) -> None:
    put(ledger, 250, "anna", "bert")
    went = [time for time, _ in send_for(ledger, Pace(in_all=limit), 200)]
    assert busiest_minute(went) <= limit
    assert len(went) >= min(250, limit * 200 // 60 // 2), "much slower than allowed"


def test_to_one_recipient_without_holding_up_the_others(ledger: Ledger) -> None:
    put(ledger, 200, "anna")
    put(ledger, 8, "bert")
    went = send_for(ledger, Pace(to_one=12), 120)
    to_anna = [time for time, recipient in went if recipient.startswith("anna")]
    to_bert = [time for time, recipient in went if recipient.startswith("bert")]
    assert busiest_minute(to_anna) <= 12
    assert len(to_anna) >= 12
    assert len(to_bert) == 8
    assert min(to_bert) <= NOW + 1
    assert busiest_minute(to_bert) <= 12


def busiest(times: list[int], window: int) -> int:
    return max((sum(start <= time < start + window for time in times) for start in times), default=0)


@pytest.mark.parametrize(
    ("pace", "window", "limit"), [(Pace(an_hour=12), 3600, 12), (Pace(a_day=20), 86400, 20)]
)
def test_in_an_hour_and_in_a_day(ledger: Ledger, pace: Pace, window: int, limit: int) -> None:
    put(ledger, 100, "anna")
    went: list[int] = []
    for at in range(NOW, NOW + 3 * window, window // 40):
        with ledger.writing() as session:
            went += [at] * len(pace.claim(session, "worker", at, 10_000_000, 10))
    assert busiest(went, window) <= limit
    assert len(went) >= 2 * limit, "much slower than allowed"


def test_the_smallest_room_decides(ledger: Ledger) -> None:
    put(ledger, 100, "anna", "bert")
    pace = Pace(in_all=60, an_hour=40, a_day=8)
    assert len(send_for(ledger, pace, 30)) == 2


def test_the_urgent_ones_go_first(ledger: Ledger) -> None:
    put(ledger, 3, "late", urgency=2)
    put(ledger, 3, "news", urgency=1, at=NOW + 1)
    put(ledger, 3, "turn", urgency=0, at=NOW + 2)
    with ledger.writing() as session:
        claimed = Pace().claim(session, "worker", NOW + 2, 60, 10)
    assert [mail.recipient.partition("@")[0] for mail in claimed] == ["turn"] * 3 + ["news"] * 3 + [
        "late"
    ] * 3


def test_who_is_held_back_was_not_tried(ledger: Ledger) -> None:
    put(ledger, 20, "anna")
    went = send_for(ledger, Pace(to_one=4), 1)
    assert len(went) == 1
    rows = outbox(ledger)
    assert [row.attempts for row in rows] == [1] + [0] * 19
    assert [row.state for row in rows] == ["sending"] + ["pending"] * 19


def test_both_limits_and_no_limit(ledger: Ledger) -> None:
    put(ledger, 60, "anna", "bert", "clara")
    went = send_for(ledger, Pace(in_all=20, to_one=8), 60)
    assert len(went) <= 20
    assert all(sum(to == name for _, to in went) <= 8 for _, name in went)
    assert len(send_for(ledger, Pace(), 60, NOW + 60)) == 60 - len(went)


def test_a_clock_that_goes_back(ledger: Ledger) -> None:
    put(ledger, 40, "anna")
    with ledger.writing() as session:
        assert len(Pace(in_all=40).claim(session, "worker", NOW + 1000, 60, 10)) == 10
    with ledger.writing() as session:
        assert Pace(in_all=40).claim(session, "worker", NOW, 60, 10) == []


def test_no_address_is_kept(ledger: Ledger) -> None:
    put(ledger, 2, "anna", "bert")
    send_for(ledger, Pace(in_all=40, to_one=40), 1)
    with ledger.reading() as session:
        names = [tally.name for tally in session.exec(select(Tally)).all()]
    assert len(names) == 3
    assert not any("anna" in name or "bert" in name for name in names)


def test_a_clock_that_was_wrong_holds_nothing_back(file_ledger: Ledger) -> None:
    """Mails were sent while it was a year ahead; as soon as it is right, as many go as ever."""
    pace = Pace(in_all=60, an_hour=600, a_day=2000)
    year = 365 * 86400
    put(file_ledger, 300, "anna", at=NOW)
    with file_ledger.writing() as session:
        assert len(pace.claim(session, "worker", NOW + year, 60, 100)) == 15
    went = 0
    for minute in range(5):
        with file_ledger.writing() as session:
            went += len(pace.claim(session, "worker", NOW + minute * 60, 60, 100))
    assert went >= 40

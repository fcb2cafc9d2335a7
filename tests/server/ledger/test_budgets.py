"""What strangers get: an answer a day, and no more than so many in a window."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlmodel import select

from server.ledger.budgets import DAY, allow_answer, allow_tally, forget_answered, spend_tally
from server.ledger.models import Answered, Tally
from server.ledger.store import Ledger
from tests.server.ledger.samples import NOW


def asked(ledger: Ledger, address: str, now: int) -> bool:
    with ledger.writing() as session:
        return allow_answer(session, address, now)


def tallied(ledger: Ledger, name: str, now: int, window: int = 900, most: int = 3) -> bool:
    with ledger.writing() as session:
        return allow_tally(session, name, now, window, most)


def test_an_address_is_answered_once_a_day(ledger: Ledger) -> None:
    times = [NOW, NOW + 1, NOW + DAY - 1, NOW + DAY, NOW + DAY + 1, NOW + 2 * DAY]
    assert [asked(ledger, "anna@example.org", now) for now in times] == [
        True,
        False,
        False,
        True,
        False,
        True,
    ]
    assert asked(ledger, "ben@example.org", NOW + 1)
    with ledger.reading() as session:
        assert session.get_one(Answered, "anna@example.org").count == 3


def test_an_address_is_one_however_it_is_written(ledger: Ledger) -> None:
    assert asked(ledger, "Anna@Example.ORG", NOW)
    assert not asked(ledger, "anna@example.org", NOW)


def test_asking_counts_only_if_it_is_committed(ledger: Ledger) -> None:
    with ledger.writing() as session:
        assert allow_answer(session, "anna@example.org", NOW)
        assert allow_tally(session, "answers", NOW, 900, 1)
        session.rollback()
    assert asked(ledger, "anna@example.org", NOW)
    assert tallied(ledger, "answers", NOW, most=1)


def test_strangers_are_forgotten_when_their_day_is_over(ledger: Ledger) -> None:
    assert asked(ledger, "anna@example.org", NOW)
    assert asked(ledger, "ben@example.org", NOW + 1)
    with ledger.writing() as session:
        assert forget_answered(session, NOW + DAY) == 1
        assert session.exec(select(Answered.address)).all() == ["ben@example.org"]


def test_a_window_holds_so_many_and_begins_anew(ledger: Ledger) -> None:
    times = [NOW, NOW + 1, NOW + 2, NOW + 3, NOW + 899, NOW + 900, NOW + 901]
    allowed = [tallied(ledger, "answers", now) for now in times]
    assert allowed == [True, True, True, False, False, True, True]
    with ledger.reading() as session:
        tally = session.get_one(Tally, "answers")
    assert (tally.window_start, tally.count) == (NOW + 900, 2)


def test_budgets_are_apart_and_one_of_nothing_allows_nothing(ledger: Ledger) -> None:
    assert tallied(ledger, "one", NOW, most=1)
    assert not tallied(ledger, "one", NOW, most=1)
    assert tallied(ledger, "two", NOW, most=1)
    assert not tallied(ledger, "none", NOW, most=0)
    assert tallied(ledger, "none", NOW, most=1)


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(waits=st.lists(st.integers(0, 60), max_size=30), most=st.integers(1, 4), window=st.integers(1, 90))
def test_a_window_never_holds_more(ledger: Ledger, waits: list[int], most: int, window: int) -> None:
    """Against the plain reckoning: a window begins with the first that it allows."""
    now, start, count, expected, allowed = NOW, 0, 0, [], []
    with ledger.writing() as session:
        for wait in waits:
            now += wait
            if start <= now - window:
                start, count = now, 0
            expected.append(count < most)
            count += expected[-1]
            allowed.append(allow_tally(session, "answers", now, window, most))
        session.rollback()
    assert allowed == expected


def test_a_clock_that_was_wrong_spends_nothing_for_long(ledger: Ledger) -> None:
    """What was counted while it was a year ahead is over as soon as it is right."""
    year = 365 * 86400
    with ledger.writing() as session:
        assert allow_answer(session, "anna@example.org", NOW + year)
        assert spend_tally(session, "moves", NOW + year, 3600, 1) == 1
        assert allow_answer(session, "anna@example.org", NOW)
        assert not allow_answer(session, "anna@example.org", NOW + 30)
        assert spend_tally(session, "moves", NOW, 3600, 1) == 1
        assert spend_tally(session, "moves", NOW + 30, 3600, 1) == 0
